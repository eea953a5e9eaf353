// What lets a document be kept, and read by everybody: what it says of itself, and colours that mean the same on every machine. With the
// structure (./structure.ts) it keeps to PDF/A-2a (ISO 19005-2) and PDF/UA-1 (ISO 14289-1); it names both in its metadata (XMP, ISO 16684-1).
import { type PDFDocument, PDFHexString, PDFName } from 'pdf-lib'

export const describe = (document: PDFDocument, title: string, at: Date): void => {
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setProducer('Probity')
  document.setCreator('Probity')
  document.setLanguage('en')
  document.setCreationDate(at)
  document.setModificationDate(at)
  const { context, catalog } = document
  const metadata = context.stream(Buffer.from(packet(title, at)), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(metadata))
}

/** Called when all is drawn. `id`: 16 bytes that no other document has. */
export const finish = (document: PDFDocument, id: Uint8Array): void => {
  const { context } = document
  const colours = context.register(context.obj({ DefaultRGB: ['CalRGB', sRGB] }))
  for (const page of document.getPages()) page.node.Resources()?.set(PDFName.of('ColorSpace'), colours)
  const identifier = PDFHexString.of(Buffer.from(id).toString('hex'))
  context.trailerInfo.ID = context.obj([identifier, identifier])
}

/** IEC 61966-2-1: the white and the primaries, and a gamma that comes near its curve. */
const sRGB = {
  WhitePoint: [0.9505, 1, 1.089],
  Gamma: [2.2, 2.2, 2.2],
  Matrix: [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505],
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const inXml = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign)

/** PDF/A knows no properties of PDF/UA unless they are declared. */
const declaration = `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
        <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
          <pdfaProperty:name>part</pdfaProperty:name>
          <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
          <pdfaProperty:category>internal</pdfaProperty:category>
          <pdfaProperty:description>The part of ISO 14289 that the document keeps to</pdfaProperty:description>
        </rdf:li></rdf:Seq></pdfaSchema:property>
      </rdf:li></rdf:Bag></pdfaExtension:schemas>`

const packet = (title: string, at: Date): string => {
  const moment = `${at.toISOString().slice(0, 19)}Z`
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
        xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
        xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${inXml(title)}</rdf:li></rdf:Alt></dc:title>
      <xmp:CreatorTool>Probity</xmp:CreatorTool>
      <xmp:CreateDate>${moment}</xmp:CreateDate>
      <xmp:ModifyDate>${moment}</xmp:ModifyDate>
      <pdf:Producer>Probity</pdf:Producer>
      <pdfaid:part>2</pdfaid:part>
      <pdfaid:conformance>A</pdfaid:conformance>
      <pdfuaid:part>1</pdfuaid:part>
      ${declaration}
    </rdf:Description>
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}
