// How a name sounds: reduces different romanisations of a name (Muhammad, Mohamed; Yusuf, Youssef;
// Sergei, Sergey) to one key. Vowels keep a broad class, so that Hasan and Husayn remain different.

import { remembered } from './remembered.ts'

const rules: readonly (readonly [RegExp, string])[] = [
  [/^(?:mohd|muhd)$/, 'muhamad'],
  [/tsch|sch|tch|sh|ch/g, 'S'],
  [/dzh|dj|zh/g, 'j'],
  [/ph/g, 'f'],
  [/kh|ck|q/g, 'k'],
  [/gh/g, 'g'],
  [/gu(?=[ei])/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/tz/g, 'ts'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/w/g, 'v'],
  [/off$|eff$/, 'ov'],
  [/^i(?=[aou])/, 'y'],
  [/^y(?=e)/, ''],
  [/ee|iy|ij|yy|ii/g, 'i'],
  [/oo|ou/g, 'u'],
  [/(?<=[aeiou])[iy](?![aeiou])/g, ''],
  [/(?<!^)y(?![aeiou])/g, 'i'],
  [/(?<=[aeiou])h$/, ''],
  [/[ae]+/g, 'a'],
  [/[ou]+/g, 'u'],
  [/i+/g, 'i'],
  [/([^aiu])\1+/g, '$1'],
  // The last vowel distinguishes Maria from Mario.
  [/([aiu])[aiu]+(?=[^aiu])/g, '$1'],
]

export const soundKey = remembered(50_000, (word) => rules.reduce((text, [pattern, by]) => text.replace(pattern, by), word))

/** Equal except for one vowel after the first: `yusuf` and `yousef`, but not `hasan` and `husayn`. */
export function nearSound(a: string, b: string): boolean {
  if (a.length !== b.length || a.length < 5) return false
  let differing = 0
  let firstVowel = true
  for (let i = 0; i < a.length; i++) {
    const vowel = isVowel(a[i])
    if (a[i] !== b[i]) {
      if (!vowel || !isVowel(b[i]) || firstVowel) return false
      differing++
    }
    if (vowel) firstVowel = false
  }
  return differing === 1
}

const isVowel = (letter: string | undefined): boolean => letter === 'a' || letter === 'i' || letter === 'u'

/** Whether two words sound the same or nearly so. */
export function soundAlike(one: string, other: string): boolean {
  const [a, b] = [soundKey(one), soundKey(other)]
  return a === b || nearSound(a, b)
}
