// What can go wrong with a call: one class for each kind of refusal, so that programs tell them apart without looking at numbers.

export type Problem = { readonly message: string; readonly parameter?: string }

/** An answer that is no success. `problems` has an entry for each thing that is wrong. */
export class ProbityError extends Error {
  readonly status: number
  readonly problems: readonly Problem[]
  /** Names the request in the log of the service. */
  readonly requestId: string | null

  constructor(status: number, problems: readonly Problem[], requestId: string | null) {
    super(
      problems.map(({ message, parameter }) => (parameter ? `${parameter}: ${message}` : message)).join('; ') ||
        `the service answered ${status}`,
    )
    this.name = new.target.name
    this.status = status
    this.problems = problems
    this.requestId = requestId
  }
}

/** 400 and 422: what was sent is wrong. */
export class InvalidRequestError extends ProbityError {}
/** 401: the key or token is not valid. */
export class AuthenticationError extends ProbityError {}
/** 403: the key or account may not do it. */
export class PermissionError extends ProbityError {}
/** 404: there is no such record. */
export class NotFoundError extends ProbityError {}
/** 409: it exists already, or was decided meanwhile. */
export class ConflictError extends ProbityError {}
/** 429, after all retries. */
export class TooManyRequestsError extends ProbityError {}
/** 5xx, after all retries. */
export class UnavailableError extends ProbityError {}
/** No answer came, after all retries. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

const kinds: Readonly<Record<number, typeof ProbityError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: InvalidRequestError,
  429: TooManyRequestsError,
}

export const errorFrom = async (answer: Response): Promise<ProbityError> => {
  const text = await answer.text()
  const Kind = kinds[answer.status] ?? (answer.status >= 500 ? UnavailableError : ProbityError)
  return new Kind(answer.status, problemsIn(text), answer.headers.get('x-request-id'))
}

const problemsIn = (text: string): readonly Problem[] => {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: readonly Problem[] }
    return errors ?? []
  } catch {
    return text === '' ? [] : [{ message: text.slice(0, 500) }]
  }
}
