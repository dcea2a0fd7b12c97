/** Spellings of letters of which Norwegian names are written without them. */
const spellings: Readonly<Record<string, ReadonlyArray<string>>> = {
  æ: ["ae"],
  ø: ["o", "oe"],
  å: ["a", "aa"]
}

const folded = (name: string): string => name.normalize("NFC").toLowerCase().trim().replace(/\s+/gu, " ")

/** Pattern of a name with each of these letters or one of its spellings. */
const patternOf = (name: string): RegExp => {
  const parts = Array.from(folded(name), (letter) => {
    const others = spellings[letter]
    return others === undefined
      ? letter.replace(/[\\^$.*+?()[\]{}|/-]/u, "\\$&")
      : `(?:${[letter, ...others].join("|")})`
  })
  return new RegExp(`^${parts.join("")}$`, "u")
}

/** True if both are the same name, apart from case, spaces, and æ, ø and å, which may be written with other letters. */
export const isSameName = (signer: string, holder: string): boolean =>
  patternOf(holder).test(folded(signer)) || patternOf(signer).test(folded(holder))
