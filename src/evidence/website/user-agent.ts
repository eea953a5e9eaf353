/** The user agent that websites see. */
export const userAgent = 'Mozilla/5.0 (compatible; Probity/1.0; business verification)'
