import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readXml } from "../../src/xml/readXml.ts"
import { child, childrenOf, childText, type XmlElement } from "../../src/xml/XmlElement.ts"

const read = (text: string): XmlElement => Result.getOrThrow(readXml(text))
const problem = (text: string): string | undefined => Result.getOrUndefined(Result.flip(readXml(text)))

const nested = (depth: number): string => "<a>".repeat(depth) + "</a>".repeat(depth)

describe("readXml", () => {
  it("knows elements by namespace and local name, whatever their prefix", () => {
    const trees = [
      "<r xmlns='urn:r'><d:x xmlns:d='urn:d' y='1'>t</d:x></r>",
      "<p:r xmlns:p='urn:r' xmlns='urn:d'><x y=\"1\">t</x></p:r>",
      "\ufeff<?xml version='1.0' encoding='UTF-8'?><!-- c --><r xmlns='urn:r'><x xmlns='urn:d' y='1'><![CDATA[t]]></x></r>\n"
    ].map(read)
    const attributes: Record<string, string> = Object.create(null)
    const none: Record<string, string> = Object.create(null)
    const expected: XmlElement = {
      namespace: "urn:r",
      name: "r",
      attributes: none,
      text: "",
      children: [{ namespace: "urn:d", name: "x", attributes: { ...attributes, y: "1" }, children: [], text: "t" }]
    }
    for (const tree of trees) assert.deepEqual(tree, expected)
  })

  it("joins text, sections and references, and reads line ends as one character", () => {
    assert.strictEqual(
      read("<a>1 &lt;&amp;&gt;&quot;&apos;&#233;&#x1F600;<![CDATA[<2>]]><b/>3\r\n</a>").text,
      "1 <&>\"'\u00e9\u{1f600}<2>3\n"
    )
  })

  it("keeps attributes of other namespaces apart, and has no names from JavaScript", () => {
    const { attributes, foreign } = read("<a xmlns:x='urn:x' x:schemaLocation='u' __proto__='p' b='&#10;'/>")
    assert.deepStrictEqual(Object.entries(attributes), [["__proto__", "p"], ["b", "\n"]])
    assert.deepStrictEqual(foreign, [{ namespace: "urn:x", name: "schemaLocation" }])
    assert.deepStrictEqual(read("<a xmlns:x='urn:x' x:b='1' b='2'/>").foreign, [{ namespace: "urn:x", name: "b" }])
    assert.isUndefined(read("<a xmlns:x='urn:x' b='1'/>").foreign)
    assert.isUndefined(read("<a/>").attributes["constructor"])
  })

  it.each([
    "",
    " ",
    "text",
    "<a>",
    "<a></b>",
    "<a/><b/>",
    "<a/>text",
    "<a b='1' b='2'/>",
    "<a xmlns:x='urn:1' xmlns:y='urn:1' x:b='1' y:b='2'/>",
    "<x:a/>",
    "<a x:b='1'/>",
    "<a b=1/>",
    "<a b/>",
    "<a b='<'/>",
    "<a>&nope;</a>",
    "<a>&#0;</a>",
    "<a>\u0001</a>",
    "<a>]]></a>",
    "<a><![CDATA[</a>",
    "<1/>",
    "< a/>",
    "<a/ >",
    "<a><!-- -- --></a>",
    "<a xmlns:xmlns='urn:x'/>",
    "<a xmlns:p=''/>",
    " <?xml version='1.0'?><a/>",
    "<?xml version='1.1'?><a>&#1;</a>",
    "<?xml version='1.2'?><a/>",
    "<a>&#1;</a>",
    "<a>&#xFFFE;</a>",
    "<a>\ufffe</a>",
    "<a>&#xD800;</a>",
    "<a xmlns='urn:x\u00a0'/>",
    "<a xmlns:x='\u2003urn:x'/>",
    "<a\u00a0b='1'/>",
    "<a/>\u00a0"
  ])("refuses %j", (text) => {
    assert.match(problem(text) ?? "", /\S/)
  })

  it("refuses document types, so that no entity is ever expanded", () => {
    const attacks = [
      "<!DOCTYPE a><a/>",
      "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>",
      "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
      "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>"
    ]
    for (const text of attacks) assert.match(problem(text) ?? "", /document type declaration/)
  })

  it("takes 32 levels and refuses more before it has read them all", () => {
    assert.isUndefined(problem(nested(32)))
    assert.match(problem(nested(33)) ?? "", /deeper than 32/)
    assert.match(problem("<a>".repeat(100_000)) ?? "", /deeper than 32/)
  })
})

describe("child elements", () => {
  it("are found by name in the namespace of their parent, or in another one", () => {
    const tree = read("<r xmlns='urn:r'><a xmlns='urn:x'>0</a><a> 1 </a><a>2</a></r>")
    assert.strictEqual(child(tree, "a")?.text, " 1 ")
    assert.strictEqual(childText(tree, "a"), "1")
    assert.strictEqual(childText(tree, "a", "urn:x"), "0")
    assert.isUndefined(childText(tree, "b"))
    assert.strictEqual(childText(read("<r><a>\t\u00a01\u2003\r\n</a></r>"), "a"), "\u00a01\u2003")
    assert.deepStrictEqual(childrenOf(tree, "a").map(({ text }) => text), [" 1 ", "2"])
  })
})
