// The states, the District of Columbia and the territories: their names and their codes of two letters.

/** Names of states in lower case and their codes. */
export const states: ReadonlyMap<string, string> = new Map(
  `alabama AL|alaska AK|american samoa AS|arizona AZ|arkansas AR|california CA|colorado CO|connecticut CT|delaware DE|district of columbia DC|florida FL|georgia GA
  |guam GU|hawaii HI|idaho ID|illinois IL|indiana IN|iowa IA|kansas KS|kentucky KY|louisiana LA|maine ME|maryland MD|massachusetts MA|michigan MI|minnesota MN
  |mississippi MS|missouri MO|montana MT|nebraska NE|nevada NV|new hampshire NH|new jersey NJ|new mexico NM|new york NY|north carolina NC|north dakota ND
  |northern mariana islands MP|ohio OH|oklahoma OK|oregon OR|pennsylvania PA|puerto rico PR|rhode island RI|south carolina SC|south dakota SD|tennessee TN|texas TX
  |utah UT|vermont VT|virgin islands VI|virginia VA|washington WA|west virginia WV|wisconsin WI|wyoming WY`
    .split('|')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)] as const),
)

const small: ReadonlySet<string> = new Set(['of'])
const names: ReadonlyMap<string, string> = new Map(
  [...states].map(([name, code]) => [
    code,
    name
      .split(' ')
      .map((word) => (small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join(' '),
  ]),
)

/** `Delaware` for `DE`; what is no state's code stays as it is. */
export const stateName = (code: string): string => names.get(code) ?? code

/** `DE` for `Delaware`, `DELAWARE` and `de`; another place stays as it is written. */
export const stateCode = (written: string): string =>
  states.get(written.toLowerCase()) ?? (names.has(written.toUpperCase()) ? written.toUpperCase() : written)
