// The interface's names of things as a reader takes them: `in_review` is "In review".
export const words = (name: string): string => {
  const plain = name.replaceAll('_', ' ').toLowerCase()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
