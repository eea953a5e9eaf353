// Signs of careless text: placeholder phrases, common misspellings, doubled words.

export type Passage = { readonly at: number; readonly words: string }

const filler =
  /lorem ipsum|dolor sit amet|consectetur adipiscing|your (text|content|tagline|slogan|company name) (goes )?here|insert (text|content|image) here|this is a sample page|just another wordpress site|hello world! welcome to wordpress|add your (text|content|description) here|i'?m a paragraph\. click here|edit this (text|section)|sample text|placeholder text|\[(your )?(company|business) name\]/gi

const misspellings =
  'accomodate accomodation acheive accross adress agressive apparant arguement assesment beleive begining buisness calender catagory commited comittee concious copywrite definately dissapoint embarass enviroment existance experiance familar foriegn freind goverment garantee guarentee harrass immediatly independant knowlege liason libary maintainance managment millenium neccessary necesary noticable occassion occured occurence oppurtunity payed perfomance persistant posession prefered profesional proffesional publically quailty recieve recieved recomend refered relevent responsability seperate sieze sincerly speach strenght succesful sucessful suprise tommorow tommorrow truely untill usefull vaccum visable wich writting'.split(
    ' ',
  )

const misspelt = new RegExp(`\\b(?:${misspellings.join('|')})(?:s|ed|ly)?\\b`, 'gi')
/** Doubled words, except those that can be correct. */
const doubled = /\b(the|a|an|and|of|to|in|for|with|is|are|our|we|your|from|by|at|on)[ ]\1\b/gi

const most = 20
const searched = 60_000

export const fillerPhrases = (text: string): readonly Passage[] => passages(text, filler)
export const mistakesIn = (text: string): readonly Passage[] => [...passages(text, misspelt), ...passages(text, doubled)]

const passages = (text: string, pattern: RegExp): readonly Passage[] =>
  [...text.slice(0, searched).matchAll(pattern)].slice(0, most).map((match) => ({ at: match.index, words: match[0] }))
