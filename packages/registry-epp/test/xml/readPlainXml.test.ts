import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { writeServerMessage } from "../../src/message/writeServerMessage.ts"
import { readPlainXml } from "../../src/xml/readPlainXml.ts"
import { readAnyXml } from "../../src/xml/readXml.ts"
import { answerSamples } from "../message/answerSamples.ts"
import { mutatedText } from "../message/mutated.ts"
import { SampleText } from "../message/SampleText.ts"

const pretty = `\ufeff<?xml version='1.0' encoding="utf-8"?>
<epp xmlns="urn:ietf:params:xml:ns:epp-1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="urn:ietf:params:xml:ns:epp-1.0 epp-1.0.xsd">
  <response >
    <result code="1000"><msg lang="en">1 > 0</msg></result>
  </response>
</epp>
`

const plain = [
  pretty,
  "<a/>",
  "<a b='\"' c=\"'\" d='' />",
  "<p:a xmlns:p='urn:1'><p:a xmlns:p='urn:2'>1<a xmlns=''>2</a>3</p:a><p:b/></p:a>",
  "<a xmlns='urn:1'><b xmlns=''/><b xmlns='urn:2'>\u00e9\u4e00\ufffd</b></a>",
  "<a __proto__='1' constructor='2'/>"
]

const others = [
  "x<a/>",
  "xa/>",
  "<a/>x",
  "<a/><a/>",
  "<a></a >",
  "<a><b></a></b>",
  "<ab></a>",
  "<a></ab>",
  "<a><b/>",
  "<a",
  "<a b",
  "<a b='",
  "<a b='1'",
  "<a b='1'/",
  "<a b='1'c='2'/>",
  "<a b='1\n'/>",
  "<a b='1' p:b='2' xmlns:p='urn:p'/>",
  "<a xmlns:p='u' xmlns:p='v'/>",
  "<a xmlns='u' xmlns='v'/>",
  "<a xmlns:p=''/>",
  "<a xmlns=' u'/>",
  "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
  "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
  "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
  "<xmlns:a/>",
  "<p:a/>",
  "<a p:b='1'/>",
  "<:a/>",
  "<a:/>",
  "<p:a:b xmlns:p='u'/>",
  "<-a/>",
  "<a><p:b xmlns:p='u'/><p:b/></a>",
  "<\u00e9/>",
  "<a>\r\n</a>",
  "<a>&lt;</a>",
  "<a>&b;</a>",
  "<a><![CDATA[1]]></a>",
  "<a>]]></a>",
  "<a><!-- 1 --></a>",
  "<a><?b?></a>",
  "<a>\u0001</a>",
  "<a>\ud83d\ude00</a>",
  "<a>\ud83d</a>",
  "<!DOCTYPE a><a/>",
  " <?xml version='1.0'?><a/>",
  "<?XML version='1.0'?><a/>",
  "<?xml version='1.1'?><a/>",
  "<?xml version='1.0' encoding='ISO-8859-1'?><a/>",
  "<?xml version='1.0\"?><a/>",
  "<a>".repeat(33) + "</a>".repeat(33)
]

const declarations = (count: number): string =>
  `<a ${Array.from({ length: count }, (_, number) => `xmlns:n${number}='urn:${number}'`).join(" ")}><n0:b/></a>`

describe("readPlainXml", () => {
  it.each(plain)("reads %j as the reader of all XML does", (text) => {
    assert.deepStrictEqual(readPlainXml(text), Result.getOrThrow(readAnyXml(text)))
  })

  it.each(others)("leaves %j to it", (text) => {
    assert.isUndefined(readPlainXml(text))
  })

  it("reads what the writers write, unless there are references in it", () => {
    for (const text of [...oddAnswers, ...plainAnswers]) {
      assert.strictEqual(readPlainXml(text) === undefined, /&|[\ud800-\udfff]/.test(text), text)
    }
  })

  it("leaves documents with many declarations to it", () => {
    assert.isDefined(readPlainXml(declarations(32)))
    assert.isUndefined(readPlainXml(declarations(33)))
  })

  it("reads nothing of 5,000 documents with something wrong in them otherwise than it does", () => {
    let read = 0
    for (let number = 0; number < 5000; number++) {
      const text = mutatedText(plainAnswers[number % plainAnswers.length] ?? pretty, new SampleText(number))
      const root = readPlainXml(text)
      if (root === undefined) continue
      read++
      assert.deepStrictEqual(root, Result.getOrThrow(readAnyXml(text)), text)
    }
    assert.isAbove(read, 200)
  })
})

/** Without the characters that only references can write. */
class PlainText extends SampleText {
  override token(min: number, max: number): string {
    return this.id(min, max)
  }
}

const answers = (draws: ReadonlyArray<SampleText>): ReadonlyArray<string> =>
  draws.map((draw) => writeServerMessage(answerSamples(draw).response()))

const numbers = Array.from({ length: 100 }, (_, number) => number)
const oddAnswers = answers(numbers.map((number) => new SampleText(number)))
const plainAnswers = answers(numbers.map((number) => new PlainText(number)))
