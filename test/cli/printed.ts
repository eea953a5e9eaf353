// What a command line prints while it runs.

export type Printed = { readonly out: string; readonly err: readonly string[] }

export const printed = async <Result>(work: () => Promise<Result>): Promise<Printed & { readonly result: Result }> => {
  const [log, error] = [console.log, console.error]
  const [out, err]: [string[], string[]] = [[], []]
  console.log = (text) => void out.push(String(text))
  console.error = (text) => void err.push(String(text))
  try {
    const result = await work()
    return { result, out: out.join('\n'), err }
  } finally {
    console.log = log
    console.error = error
  }
}
