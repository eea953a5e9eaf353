// The part of simple-oauth2 that the test uses; the package comes without types.
declare module 'simple-oauth2' {
  export type AccessToken = {
    readonly token: { readonly [field: string]: unknown }
    readonly revoke: (type: 'access_token') => Promise<void>
  }
  export class AuthorizationCode {
    constructor(options: {
      readonly client: { readonly id: string; readonly secret: string }
      readonly auth: { readonly tokenHost: string; readonly tokenPath: string; readonly revokePath: string; readonly authorizePath: string }
    })
    authorizeURL(parameters: { readonly redirect_uri: string; readonly scope: string; readonly state: string }): string
    getToken(parameters: { readonly code: string; readonly redirect_uri: string }): Promise<AccessToken>
  }
}
