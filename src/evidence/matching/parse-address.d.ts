declare module 'parse-address' {
  /** The parts of a US address. A part that was not found is absent; the result is null if the text is not an address. */
  export type ParsedParts = {
    readonly number?: string
    readonly prefix?: string
    readonly street?: string
    readonly type?: string
    readonly suffix?: string
    readonly sec_unit_type?: string
    readonly sec_unit_num?: string
    readonly city?: string
    readonly state?: string
    readonly zip?: string
    readonly plus4?: string
  }
  export function parseAddress(address: string): ParsedParts | null
  export function parseLocation(address: string): ParsedParts | null
}
