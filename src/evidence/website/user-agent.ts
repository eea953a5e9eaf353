/** As whom websites meet the service. */
export const userAgent = 'Mozilla/5.0 (compatible; Probity/1.0; business verification)'
