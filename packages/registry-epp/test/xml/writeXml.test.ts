import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { readXml } from "../../src/xml/readXml.ts"
import { container, element, escapeXml, IllegalXmlCharacter, textElement, writeTree } from "../../src/xml/writeXml.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"

const read = (text: string): XmlElement => Result.getOrThrow(readXml(text))

/** Whether XML 1.0 has a way to write the text. */
const isWritable = (text: string): boolean => {
  try {
    escapeXml(text)
    return true
  } catch (error) {
    if (error instanceof IllegalXmlCharacter) return false
    throw error
  }
}

describe("writeXml", () => {
  it.prop("writes text and attributes that read back as they were", [Schema.String, Schema.String], ([text, value]) => {
    if (!isWritable(text) || !isWritable(value)) return
    const tree = read(element("a", escapeXml(text), { b: value }))
    assert.deepStrictEqual([tree.text, tree.attributes["b"]], [text, value])
  })

  it("keeps line ends and tabs that a reader would change", () => {
    const text = " \r\n\t\r "
    const tree = read(textElement("a", text, { b: text }))
    assert.deepStrictEqual([tree.text, tree.attributes["b"]], [text, text])
  })

  it("refuses characters that XML does not have, and halves of pairs, without showing them", () => {
    for (const text of ["\u0000", "a\u0008", "\u001f", "\ufffe", "\uffff", "\ud83d", "secret\udc00"]) {
      assert.throws(() => escapeXml(text), IllegalXmlCharacter, /^The text has a character that XML cannot carry$/)
    }
    assert.strictEqual(escapeXml("\ud83d\ude00\u0085\u00a0"), "\ud83d\ude00\u0085\u00a0")
  })

  it("leaves out what is undefined, and containers without content, but not empty text", () => {
    assert.strictEqual(textElement("a", undefined, { b: 1 }), "")
    assert.strictEqual(textElement("a", "", { b: 1, c: undefined }), "<a b=\"1\"/>")
    assert.strictEqual(container("a", ""), "")
    assert.strictEqual(container("a", "<b/>"), "<a><b/></a>")
  })

  it("declares the namespace of a tree where it changes", () => {
    const leaf = (namespace: string, children: ReadonlyArray<XmlElement> = []): XmlElement => ({
      namespace,
      name: "x",
      attributes: { y: "\"1\"" },
      text: "<t>",
      children
    })
    const tree = leaf("urn:a", [leaf("urn:a"), leaf("urn:b", [leaf("urn:a")]), leaf("")])
    const text = writeTree(tree)
    assert.deepEqual(read(text), tree)
    assert.strictEqual(text.match(/xmlns=/g)?.length, 4)
    assert.deepEqual(read(`<r xmlns="urn:a">${writeTree(tree, "urn:a")}</r>`).children, [tree])
  })
})
