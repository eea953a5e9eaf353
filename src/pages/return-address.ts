// Where a person goes on after signing in. The address comes with the request, so everybody can choose it: it is checked here, for every way that leads through the sign-in.

/**
 * A path of this service and nothing else: no other host, in no spelling that a browser takes for one.
 * It is checked as the browser will read it: dots and their encodings are taken out first.
 * @example
 * localPath('/businesses?page=2') // => '/businesses?page=2'
 * localPath('//evil.example') // => '/'
 * localPath('/.//evil.example') // => '/'
 */
export const localPath = (target: string | undefined): string => {
  const base = 'http://probity.invalid'
  if (!target?.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return '/'
  const url = URL.parse(target, base)
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}
