declare module 'mailchecker' {
  const mailchecker: { readonly blacklist: () => ReadonlySet<string> }
  export default mailchecker
}
