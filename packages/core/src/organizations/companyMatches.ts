/** Letters that decompose into no base letter and mark. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ı: "i",
  þ: "th"
}

/** Words of legal forms in the abbreviations that registers and companies use, without dots. */
const legalForms: ReadonlySet<string> = new Set([
  ..."ag gmbh mbh kg kgaa ohg gbr ug eg ek ev".split(" "),
  ..."sa sas sasu sarl sarlu sca scs snc sci eurl selarl scop".split(" "),
  ..."srl srls spa sapa sas soc coop".split(" "),
  ..."sl slu sau sll cb sc".split(" "),
  ..."bv nv vof cv bvba cvba vzw asbl".split(" "),
  ..."ltd limited plc llp dac clg uc".split(" "),
  ..."lda unipessoal".split(" "),
  ..."ab hb kb oy oyj ky aps as is ivs".split(" "),
  ..."sp z oo zoo sro s r o spol doo dd jdoo".split(" "),
  ..."kft zrt nyrt bt kkt".split(" "),
  ..."uab mb ou sia eood ood ad ead".split(" "),
  ..."ae epe ike oe ee".split(" "),
  ..."se inc".split(" ")
])

/**
 * Text without case, accents and punctuation. Transcribed umlauts equal the letters that they stand for, so `Mueller`,
 * `Müller` and `MULLER` are one name.
 */
const folded = (text: string): string =>
  text.toLowerCase()
    .replaceAll(/[ßæœøđðłħıþ]/g, (letter) => letters[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    // Abbreviations lose their dots: `s.r.o.` becomes a word.
    .replaceAll(/(?<=\p{L})\.(?=\p{L})/gu, "")
    .replaceAll(/([aou])e/g, "$1")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const wordsOf = (text: string): ReadonlyArray<string> => folded(text).split(" ").filter((word) => word !== "")

const foldedForms: ReadonlySet<string> = new Set([...legalForms].map(folded))

/** Words without legal forms; all words of a name that has no others. */
const distinctiveWords = (name: string): ReadonlySet<string> => {
  const words = wordsOf(name)
  const kept = words.filter((word) => !foldedForms.has(word))
  return new Set(kept.length === 0 ? words : kept)
}

const contains = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every((word) => all.has(word))

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

/**
 * True if a register discloses a text that can be compared. It does not if the text has no letters, such as `---`, or if
 * it is in Greek or Cyrillic letters and the company writes itself in Latin ones.
 */
const isDisclosed = (registered: string, own: string): boolean =>
  /\p{L}/u.test(registered) && (isLatin(registered) || !isLatin(own))

/** A register lists the legal name and trade names, separated by bars or in lines. */
const namesOf = (text: string): ReadonlyArray<string> =>
  [text, ...text.split(/\|\||\r?\n/)].filter((part) => wordsOf(part).length > 0)

const nameMatches = (name: string, registered: string): boolean => {
  const own = distinctiveWords(name)
  return namesOf(registered).some((one) => {
    const words = distinctiveWords(one)
    return own.size > 0 && (contains(words, own) || contains(own, words))
  })
}

const cityMatches = (city: string, address: string): boolean =>
  contains(new Set(wordsOf(address)), new Set(wordsOf(city)))

/**
 * True if name and city of a company agree with an entry of a register, as far as the entry discloses them. A name agrees
 * if all its words, without the legal form, are in the registered name, or the reverse; a city, if all its words are in
 * the registered address.
 */
export const companyMatches = (
  { city, name }: { readonly name: string; readonly city: string | null },
  registered: { readonly name: string | null; readonly address: string | null }
): boolean =>
  (registered.name === null || !isDisclosed(registered.name, name) || nameMatches(name, registered.name))
  && (city === null || registered.address === null || !isDisclosed(registered.address, city)
    || cityMatches(city, registered.address))
