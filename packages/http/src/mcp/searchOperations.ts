import type { Operation } from "../platform/OperationCatalog.ts"

/** Words of people, with the words in the names of operations. */
const synonyms: ReadonlyMap<string, ReadonlyArray<string>> = new Map(Object.entries({
  register: ["create"],
  buy: ["create"],
  order: ["create"],
  add: ["create"],
  new: ["create"],
  remove: ["delete"],
  drop: ["delete"],
  change: ["update", "replace", "patch"],
  edit: ["update", "replace", "patch"],
  modify: ["update", "replace", "patch"],
  set: ["update", "replace"],
  show: ["get", "read", "list"],
  view: ["get", "read", "list"],
  see: ["get", "read", "list"],
  find: ["list", "get"],
  record: ["rrset"],
  prolong: ["renew"],
  extend: ["renew"],
  cost: ["price"],
  balance: ["transaction"],
  payment: ["transaction"],
  available: ["check", "availability"],
  log: ["event"],
  history: ["event", "change"],
  bulk: ["batch"],
  task: ["job"],
  registrant: ["contact"],
  owner: ["contact"],
  label: ["tag"],
  export: ["report", "master"]
}))

/** Words that are in every question. */
const empty: ReadonlySet<string> = new Set([
  "a",
  "an",
  "the",
  "of",
  "for",
  "to",
  "in",
  "my",
  "all",
  "by",
  "with",
  "and",
  "in",
  "on",
  "is"
])

/** The words of a text in their plain form: `listDomains` is `list` and `domain`. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/).filter((word) =>
    word !== "" && !empty.has(word)
  ).map(plain)

const plain = (word: string): string =>
  word.length > 4 && word.endsWith("ies")
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith("s") && !word.endsWith("ss")
    ? word.slice(0, -1)
    : word

/** How much a word counts, by where it stands. */
const weights = { id: 4, path: 3, summary: 3, tag: 2, description: 1 } as const

type Indexed = ReadonlyMap<string, number>

const indexes = new WeakMap<Operation, Indexed>()

const indexOf = (operation: Operation): Indexed => {
  const known = indexes.get(operation)
  if (known !== undefined) return known
  const { description, operationId, path, summary, tag } = operation
  const made = new Map<string, number>()
  const parts = { id: operationId, path: path.replace("/v1", ""), summary, tag, description }
  for (const [part, text] of Object.entries(parts)) {
    const weight = weights[part as keyof typeof weights]
    for (const word of new Set(wordsOf(text))) made.set(word, (made.get(word) ?? 0) + weight)
  }
  indexes.set(operation, made)
  return made
}

/** A word counts fully, what it may also mean by half, and the beginning of a longer word by a quarter. */
const scoreOf = (index: Indexed, word: string): number => {
  const exact = index.get(word) ?? 0
  const meant = Math.max(0, ...(synonyms.get(word) ?? []).map((other) => index.get(other) ?? 0)) / 2
  if (exact > 0 || meant > 0 || word.length < 3) return Math.max(exact, meant)
  return Math.max(0, ...Array.from(index, ([other, weight]) => other.startsWith(word) ? weight / 4 : 0))
}

/** The operations that fit some words, the best first; all of them, in their order, where there are no words. */
export const searchOperations = (operations: ReadonlyArray<Operation>, text: string): ReadonlyArray<Operation> => {
  const words = [...new Set(wordsOf(text))]
  if (words.length === 0) return operations
  return operations
    .map((operation) => {
      const scores = words.map((word) => scoreOf(indexOf(operation), word))
      const found = scores.filter((score) => score > 0).length
      return { operation, score: scores.reduce((sum, score) => sum + score, 0) * (found / words.length) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ operation }) => operation)
}
