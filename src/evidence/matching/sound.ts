// How a name sounds: reduces different romanisations of a name (Muhammad, Mohamed; Yusuf, Youssef;
// Sergei, Sergey) to one key. Vowels keep a broad class, so that Hasan and Husayn remain different.

import { remembered } from './remembered.ts'

const rules: readonly (readonly [RegExp, string])[] = [
  [/^(?:mohd|muhd)$/, 'muhamad'],
  [/sch|tch|sh|ch/g, 'S'],
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
