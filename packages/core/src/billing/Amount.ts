import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Money } from "../shared/index.ts"

/** Minor units as a decimal with two digits after the point: 1234 is `"12.34"`. */
export const DecimalAmount = Schema.String.pipe(
  Schema.decodeTo(
    Money.MinorUnits,
    SchemaTransformation.transformEffect<number, string>({
      decode: (text, options) => {
        const amount = Money.fromDecimal(text)
        return amount === undefined
          ? Effect.fail(
            new SchemaIssue.InvalidValue(
              { expected: "a decimal with at most two places", issueType: "decimal_parsing" },
              text,
              options
            )
          )
          : Effect.succeed(amount)
      },
      encode: (amount) => Effect.succeed(Money.toDecimal(amount))
    })
  )
).pipe(Schema.annotateEncoded({ format: "decimal" }))

/** An amount in an argument of the library: minor units as an integer, or decimal text. */
export const AmountInput = Schema.Union([Money.MinorUnits, DecimalAmount])
