// A QR code as inline SVG, without a script or an external image.
import { raw } from 'hono/html'
import { renderSVG } from 'uqr'
import type { Markup } from '../framework/markup.ts'

/** Dark on white even in dark mode, as cameras expect. `label`: the description for screen readers. */
export const qrCode = (text: string, label: string): Markup => {
  const drawing = renderSVG(text, { border: 3, pixelSize: 1 })
  return raw(
    drawing.replace('<svg ', `<svg class="qr" role="img" aria-label="${label.replaceAll(/[<>&"]/g, '')}" shape-rendering="crispEdges" `),
  )
}
