import { assert, describe, it } from "@effect/vitest"
import { mapReferences, referencesIn } from "../../../src/platform/openapi/mapSubschemas.ts"
import { tidySchema } from "../../../src/platform/openapi/tidySchema.ts"

const schema = {
  type: "object",
  properties: {
    enum: { allOf: [{ maxLength: 5 }] },
    default: { $ref: "#/$defs/One" },
    list: { type: "array", items: { anyOf: [{ $ref: "#/$defs/Two" }, { type: "null" }] } }
  },
  default: { $ref: "#/$defs/Data" }
}

describe("mapSubschemas", () => {
  it("distinguishes properties from keywords of the same name", () => {
    assert.deepStrictEqual([...referencesIn(schema)], ["#/$defs/One", "#/$defs/Two"])
    assert.deepStrictEqual(tidySchema(schema), {
      ...schema,
      properties: { ...schema.properties, enum: { maxLength: 5 } }
    })
  })

  it("replaces references, not values of keywords", () => {
    const renamed = mapReferences(schema, (target) => `${target}Encoded`)
    assert.deepStrictEqual([...referencesIn(renamed)], ["#/$defs/OneEncoded", "#/$defs/TwoEncoded"])
    assert.propertyVal(renamed, "default", schema.default)
  })
})
