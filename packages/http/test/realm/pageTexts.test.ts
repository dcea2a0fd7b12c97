import { assert, describe, it } from "@effect/vitest"
import { mailLocales } from "@namewright/core/mail"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { type ESTree, parseSync, Visitor } from "rolldown/utils"
import { Html } from "../../src/shared/pages/Html.ts"

const realm = join(import.meta.dirname, "../../src/realm")
const catalogues = join(realm, "pages/texts")

/** Texts that are the same in both languages. */
const same: ReadonlySet<string> = new Set([
  "Name",
  "Browser",
  "Passkeys"
])

/** Names and texts of a catalogue. Functions are called; an argument reads as text, number and list. */
const textsOf = (value: unknown, path: string): ReadonlyArray<readonly [path: string, text: string]> => {
  if (typeof value === "string") return [[path, value]]
  if (value instanceof Html) return [[path, value.text]]
  if (typeof value === "function") {
    return textsOf(Reflect.apply(value, undefined, Array.from({ length: value.length }, () => ["grants"])), `${path}()`)
  }
  assert.isObject(value, path)
  return Object.entries(value as object).flatMap(([name, member]) => textsOf(member, `${path}.${name}`))
}

const loaded = await Promise.all(
  (await readdir(catalogues)).map(async (file) => {
    const exported: Readonly<Record<string, unknown>> = await import(join(catalogues, file))
    const name = file.replace(".ts", "")
    return { name, catalogue: exported[name] as Readonly<Record<string, unknown>> | undefined }
  })
)

describe("texts of the pages", () => {
  for (const { catalogue = {}, name } of loaded) {
    it(`of ${name} are complete in every language`, () => {
      assert.sameMembers(Object.keys(catalogue), [...mailLocales])
      const [english = [], ...others] = mailLocales.map((locale) => textsOf(catalogue[locale], name))
      assert.isAbove(english.length, 0)
      for (const translated of others) {
        assert.deepStrictEqual(translated.map(([path]) => path), english.map(([path]) => path))
        for (const [index, [path, text]] of translated.entries()) {
          assert.match(text, /\p{L}{2}/u, path)
          const original = english[index]?.[1] ?? ""
          assert.match(original, /\p{L}{2}/u, path)
          if (!same.has(text)) assert.notStrictEqual(text, original, path)
        }
      }
    })
  }
})

const marker = "\u0000"
const attribute = /^\s[a-z-]+(?:="[^"]*")?$/

/** Words of a template outside tags, and in attributes that people read or hear. */
const wordsOf = ({ quasis }: ESTree.TemplateLiteral): ReadonlyArray<string> => {
  const text = quasis.map(({ value }) => value.cooked ?? "").join(marker)
  if (attribute.test(text)) return []
  const read = [...text.matchAll(/\s(?:aria-label|alt|title|placeholder|data-label)="([^"]*)"/g)].map(([, it]) => it)
  return [text.replaceAll(/<[^>]*>/g, marker).replaceAll(/&\w+;/g, ""), ...read]
    .flatMap((part = "") => part.split(marker)).filter((part) => /\p{L}/u.test(part))
}

const shownMembers: ReadonlySet<string> = new Set(["title", "label", "hint", "button", "problem", "done", "text"])

const writtenIn = (value: ESTree.Expression): ReadonlyArray<string> =>
  value.type === "Literal" && typeof value.value === "string" ?
    [value.value]
    : value.type === "TemplateLiteral" ?
    wordsOf(value)
    : value.type === "ConditionalExpression" ?
    [...writtenIn(value.consequent), ...writtenIn(value.alternate)]
    : []

/** Texts of a source file that belong into a catalogue. */
const textsIn = (source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  new Visitor({
    TaggedTemplateExpression: ({ quasi, tag }) => {
      if (tag.type === "Identifier" && tag.name === "html") found.push(...wordsOf(quasi))
    },
    Property: ({ key, value }) => {
      if (key.type === "Identifier" && shownMembers.has(key.name)) found.push(...writtenIn(value as ESTree.Expression))
    }
  }).visit(parseSync("page.ts", source).program)
  return found
}

describe("sources of the realm", () => {
  it("have no text outside the catalogues", async () => {
    const files = (await readdir(realm, { recursive: true }))
      .filter((file) => file.endsWith(".ts") && !file.startsWith(join("pages", "texts")))
    assert.isAbove(files.length, 30)
    const written = await Promise.all(
      files.map(async (file) => [file, textsIn(await readFile(join(realm, file), "utf8"))] as const)
    )
    assert.deepStrictEqual(written.filter(([, texts]) => texts.length > 0), [])
  })

  it("are recognized with a text", () => {
    const sources = [
      "html`<p>Sign in</p>`",
      "html`<p>${a}</p><b>or</b>${html`<i>now</i>`}`",
      "html`<td data-label=\"Now\">${a}</td>`",
      "layout(urls, { locale, title: \"Signed out\", content })",
      "layout(urls, { title: yes ? \"Approve this?\" : words.title })",
      "shown(it, { about: \"password\", done: `Changed ${a}` })"
    ]
    for (const source of sources) assert.isAbove(textsIn(source).length, 0, source)
    assert.deepStrictEqual(textsIn("html`<p class=\"actions\">${a}&nbsp;<b>${b}</b></p>${html` required`}`"), [])
  })
})
