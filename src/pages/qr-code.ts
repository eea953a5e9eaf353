// A QR code as a drawing inside the page: no script, no image from elsewhere.
import { raw } from 'hono/html'
import { renderSVG } from 'uqr'
import type { Markup } from './markup.ts'

/** Dark on white in dark pages too, which is what cameras expect; `label` says to those who do not see it what it holds. */
export const qrCode = (text: string, label: string): Markup => {
  const drawing = renderSVG(text, { border: 3, pixelSize: 1 })
  return raw(
    drawing.replace('<svg ', `<svg class="qr" role="img" aria-label="${label.replaceAll(/[<>&"]/g, '')}" shape-rendering="crispEdges" `),
  )
}
