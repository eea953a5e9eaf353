// Compares two addresses: the submitted one first, the one in the evidence second.

import { ratio } from 'fuzzball'
import { type AddressLike, addressParts, type ComparedAddress } from './address-parsing.ts'
import { similarAddress, similarAddressText, similarStreet } from './thresholds.ts'

export type AddressComparison = {
  /** 0 to 1. */
  readonly score: number
  readonly explanation: string
  /**
   * `incomplete`: the first lacks parts, and the parts that it has match. `place only`: it lacks even the street. `similar`: a person should look
   * at it.
   */
  readonly kind: 'same' | 'incomplete' | 'place only' | 'similar' | 'different'
}

/**
 * Compares a submitted address with one found. Asymmetric: a part that the submitted address lacks makes it `incomplete`.
 * @example
 * compareAddresses({ full_address: '123 Main Street, Portland, OR 97201' }, { full_address: '123 MAIN ST, PORTLAND OR 97201' }).kind // => 'same'
 */
export function compareAddresses(submitted: AddressLike, found: AddressLike): AddressComparison {
  const a = addressParts(submitted)
  const b = addressParts(found)
  if (a.country !== b.country || a.country !== 'us') return compareTexts(submitted.full_address, found.full_address)
  const place = comparePlaces(a, b)
  if (place === null) return different('in another place')
  if (a.box !== '' || b.box !== '') {
    if (a.box === b.box) return conclude([place])
    if (a.number === '' || a.number !== b.number)
      return different(a.box === '' || b.box === '' ? 'one is a PO box, the other a street' : 'PO box differs')
  }
  if (a.number === '' && a.street === '') return { score: 0, explanation: 'the street is not given', kind: 'place only' }
  if (a.number !== '' && b.number !== '' && a.number !== b.number) return different(differs('number', a.number, b.number))
  const street = compareStreets(a.street, b.street)
  if (street === null) return different(differs('street', a.street, b.street))
  return conclude([
    place,
    street,
    part('number', a.number, b.number),
    part('street type', a.type, b.type),
    direction(a, b),
    part('unit', a.unit, b.unit),
  ])
}

const earthRadiusMiles = 3958.8

type Point = { readonly latitude?: number | null | undefined; readonly longitude?: number | null | undefined }

/** Great-circle distance in miles; null if either point is unknown. */
export function distanceMiles(a: Point, b: Point): number | null {
  if (a.latitude == null || a.longitude == null || b.latitude == null || b.longitude == null) return null
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const latitude = radians(b.latitude - a.latitude)
  const longitude = radians(b.longitude - a.longitude)
  const h = Math.sin(latitude / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(h)))
}

type Finding = { readonly state: 'same' | 'lacking' | 'other'; readonly factor: number; readonly reason: string | null }

const same: Finding = { state: 'same', factor: 1, reason: null }

/** The penalty for a difference in each part: absent from the submitted address, absent from the found address, or contradictory. */
const factors = {
  number: { lacking: 0.8, absent: 0.8, other: 0 },
  'street type': { lacking: 0.95, absent: 0.97, other: 0.85 },
  direction: { lacking: 0.95, absent: 0.96, other: 0.8 },
  unit: { lacking: 0.95, absent: 0.94, other: 0.88 },
} as const

function part(name: keyof typeof factors, a: string, b: string): Finding {
  if (a === b) return same
  if (a === '') return { state: 'lacking', factor: factors[name].lacking, reason: `${name} ${b} not given` }
  if (b === '') return { state: 'other', factor: factors[name].absent, reason: `${name} ${a} not found` }
  return { state: 'other', factor: factors[name].other, reason: differs(name, a, b) }
}

/** `N Main St` and `Main St N` are the same street. */
function direction(a: ComparedAddress, b: ComparedAddress): Finding {
  const join = (parts: ComparedAddress): string => [parts.prefix, parts.suffix].filter((word) => word !== '').join(' ')
  return part('direction', join(a), join(b))
}

function comparePlaces(a: ComparedAddress, b: ComparedAddress): Finding | null {
  const zips = a.zip !== '' && b.zip !== ''
  if (zips && a.zip === b.zip) return same
  if (a.state !== '' && b.state !== '' && a.state !== b.state) return null
  if (a.city !== '' && b.city !== '') {
    if (ratio(a.city, b.city) < 85) return null
    if (zips) return { state: 'other', factor: 0.9, reason: differs('ZIP code', a.zip, b.zip) }
    if (a.city !== b.city) return { state: 'other', factor: 0.95, reason: differs('city', a.city, b.city) }
    return b.zip !== '' || a.state === ''
      ? lacking(a.state === '' ? 0.95 : 0.98, a.state === '' ? 'state not given' : 'ZIP code not given')
      : same
  }
  if (zips) return null
  if (a.city === '') return lacking(0.9, a.zip === '' ? 'city and ZIP code not given' : 'city not given')
  return { state: 'other', factor: 0.85, reason: 'city not found' }
}

/** Compared parts are in small letters: directions are shown as `NW`, all else as `Grand`. */
const differs = (name: string, a: string, b: string): string => {
  const shown = (text: string) =>
    name === 'direction' ? text.toUpperCase() : text.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  return `${name} differs: ${shown(a)} vs ${shown(b)}`
}

const lacking = (factor: number, reason: string): Finding => ({ state: 'lacking', factor, reason })

function compareStreets(a: string, b: string): Finding | null {
  // A different number is a different street: 12th is not a misspelling of 13th.
  if (a.replace(/\D+/g, ' ').trim() !== b.replace(/\D+/g, ' ').trim()) return null
  if (a.replaceAll(' ', '') === b.replaceAll(' ', '')) return same
  const likeness = ratio(a, b) / 100
  return likeness < similarStreet ? null : { state: 'other', factor: likeness, reason: differs('street', a, b) }
}

function conclude(findings: readonly Finding[]): AddressComparison {
  const score = Math.round(findings.reduce((product, finding) => product * finding.factor, 1) * 1000) / 1000
  const reasons = findings.flatMap((finding) => finding.reason ?? [])
  if (score < similarAddress) return { score, explanation: reasons.join('; '), kind: 'different' }
  const kind = findings.some((finding) => finding.state === 'other')
    ? 'similar'
    : findings.some((finding) => finding.state === 'lacking')
      ? 'incomplete'
      : 'same'
  return { score, explanation: reasons.length === 0 ? 'the same address' : reasons.join('; '), kind }
}

function different(explanation: string): AddressComparison {
  return { score: 0, explanation, kind: 'different' }
}

function compareTexts(a: string, b: string): AddressComparison {
  const likeness = ratio(a, b) / 100
  if (likeness === 1) return { score: 1, explanation: 'the same address', kind: 'same' }
  if (likeness >= similarAddressText) return { score: likeness, explanation: 'nearly the same text', kind: 'similar' }
  return { score: likeness, explanation: 'another address', kind: 'different' }
}
