import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readXml } from "../../src/xml/readXml.ts"
import { token } from "../../src/xml/SimpleType.ts"
import {
  optionalAttribute,
  requiredAttribute,
  SchemaViolation,
  StrictContent,
  valueOf
} from "../../src/xml/StrictContent.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"

const parse = (text: string): XmlElement => Result.getOrThrow(readXml(text))

/** What the schema has against it, or nothing. */
const violation = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof SchemaViolation) return error.message
    throw error
  }
}

/** a, b?, c{1,2} */
const sequence = (text: string): ReadonlyArray<string | undefined> => {
  const content = new StrictContent(parse(text))
  const read = [
    content.requiredValue("a", token()),
    content.optionalValue("b", token()),
    ...content.manyValues("c", token(1), 1, 2)
  ]
  content.end()
  return read
}

describe("StrictContent", () => {
  it("reads children in their order", () => {
    assert.deepStrictEqual(sequence("<r xmlns='urn:r'>\n <a>1</a><b>2</b><c>3</c><c>4</c></r>"), ["1", "2", "3", "4"])
    assert.deepStrictEqual(sequence("<p:r xmlns:p='urn:r'><p:a/><p:c>3</p:c></p:r>"), ["", undefined, "3"])
  })

  it("names the element that is missing, superfluous, out of order or of another namespace", () => {
    const wrong: Record<string, string> = {
      "<r/>": "r has its end where a is expected",
      "<r><b/><a/><c>1</c></r>": "r has b where a is expected",
      "<r><a/><c>1</c><b/></r>": "r has b where the schema has no place for it",
      "<r><a/></r>": "r has its end where c is expected",
      "<r><a/><c>1</c><c>2</c><c>3</c></r>": "r has more than 2 c",
      "<r><a xmlns='urn:x'/><c>1</c></r>": "r has a where a is expected",
      "<r><a/><c>1</c>text</r>": "r holds text of its own",
      "<r><a><x/></a><c>1</c></r>": "a holds an element",
      "<r><a/><c/></r>": "The value of c is not of its type",
      "<r><a y='1'/><c>1</c></r>": "a has the attribute y",
      "<r y='1'><a/><c>1</c></r>": "r has the attribute y"
    }
    for (const [text, message] of Object.entries(wrong)) {
      assert.strictEqual(violation(() => sequence(text)), message, text)
    }
  })

  it("takes one element of any other namespace where the schema says so", () => {
    const other = (text: string) => new StrictContent(parse(text)).requiredOther().name
    assert.strictEqual(other("<r xmlns='urn:r'><x xmlns='urn:x'/></r>"), "x")
    assert.isDefined(violation(() => other("<r xmlns='urn:r'/>")))
    assert.isDefined(violation(() => other("<r xmlns='urn:r'><x/></r>")))
    assert.isDefined(violation(() => other("<r xmlns='urn:r'><x xmlns=''/></r>")))
    assert.isDefined(violation(() => other("<r xmlns='urn:r'><x xmlns='urn:x'/><y xmlns='urn:x'/></r>")))
  })

  it("reads the given attributes, and never shows a value", () => {
    const element = parse("<pw roid='x'>secret</pw>")
    assert.strictEqual(requiredAttribute(element, "roid", token()), "x")
    assert.isUndefined(optionalAttribute(element, "lang", token()))
    assert.strictEqual(violation(() => requiredAttribute(element, "lang", token())), "pw lacks the attribute lang")
    assert.strictEqual(
      violation(() => optionalAttribute(element, "roid", token(2))),
      "The attribute roid of pw is not of its type"
    )
    assert.strictEqual(violation(() => valueOf(element, token(7), ["roid"])), "The value of pw is not of its type")
  })

  it("allows the attributes of schema instances, and none of another namespace", () => {
    const instance = "http://www.w3.org/2001/XMLSchema-instance"
    const located = parse(`<a xmlns:xsi='${instance}' xsi:schemaLocation='urn:a a.xsd'><b xsi:type='c'>1</b></a>`)
    assert.strictEqual(new StrictContent(located).requiredValue("b", token()), "1")
    for (const attribute of ["xsi:nil='true'", "xsi:other='1'", "x:b='1'", "xml:lang='en'"]) {
      const element = parse(`<a xmlns:xsi='${instance}' xmlns:x='urn:x' ${attribute}>1</a>`)
      assert.match(violation(() => valueOf(element, token())) ?? "", /^a has the attribute .* of another namespace$/)
      assert.match(violation(() => new StrictContent(element)) ?? "", /of another namespace$/)
    }
  })

  it("takes only white space of XML for white space", () => {
    assert.isUndefined(violation(() => new StrictContent(parse("<a>\n\t </a>"))))
    for (const space of ["\u00a0", "\u2028", "\u3000", "\ufeff", "\u0085"]) {
      assert.strictEqual(violation(() => new StrictContent(parse(`<a>${space}</a>`))), "a holds text of its own")
    }
  })
})
