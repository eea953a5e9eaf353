// Where the bytes of documents attached to liens are kept.

/** The kind of record that holds them, by the document's id. */
export const lienDocumentKind = 'lien_document'
