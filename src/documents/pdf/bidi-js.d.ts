// Its own types describe the ES module; Node loads the CommonJS one, whose default is the factory itself.
declare module 'bidi-js' {
  const bidiFactory: () => {
    readonly getEmbeddingLevels: (text: string, baseDirection: 'ltr' | 'rtl') => { readonly levels: Uint8Array }
    readonly getMirroredCharacter: (sign: string) => string | null
  }
  export default bidiFactory
}
