import { Effect, Option, Schema, type SchemaAST, SchemaIssue, SchemaTransformation } from "effect"
import { Money } from "../shared/index.ts"

const units = 10_000
const hundredPercent = 100 * units

/** Percentage in ten-thousandths of a percent, from 0 to 100 %: 190000 is 19 %. */
export const TaxRateUnits = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: hundredPercent })).pipe(
  Schema.brand("TaxRate")
)
export type TaxRate = typeof TaxRateUnits.Type

export const untaxed = TaxRateUnits.make(0)

/** Reads a percentage with at most four digits after the point. None for any other text, or above 100. */
export const parseTaxRate = (text: string): Option.Option<TaxRate> => {
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:\.(\d{1,4})0*)?$/.exec(text) ?? []
  return whole === ""
    ? Option.none()
    : TaxRateUnits.makeOption(Number(whole) * units + Number(fraction.padEnd(4, "0")))
}

/** Writes a percentage with two to four digits after the point: `"19.00"`, `"8.125"`. */
export const formatTaxRate = (rate: TaxRate): string => {
  const fraction = String(rate % units).padStart(4, "0")
  return `${Math.floor(rate / units)}.${fraction.replace(/0{1,2}$/, "")}`
}

const percentage = {
  decode: (value: string | number, options: SchemaAST.ParseOptions) =>
    Option.match(parseTaxRate(String(value)), {
      onNone: () =>
        Effect.fail(
          new SchemaIssue.InvalidValue(
            { expected: "a percentage from 0 to 100 with at most four places", issueType: "decimal_parsing" },
            value,
            options
          )
        ),
      onSome: Effect.succeed
    }),
  encode: (rate: number) => Effect.succeed(formatTaxRate(TaxRateUnits.make(rate)))
}

/** A tax rate: a percentage as decimal text. Source: REST specification, "Organization". */
export const TaxRate = Schema.String.pipe(
  Schema.decodeTo(TaxRateUnits, SchemaTransformation.transformEffect<number, string>(percentage))
).pipe(Schema.annotateEncoded({ format: "decimal" }))

/** A tax rate as callers send it: decimal text or a number. */
export const RequestedTaxRate = Schema.Union([Schema.String, Schema.Finite]).pipe(
  Schema.decodeTo(TaxRateUnits, SchemaTransformation.transformEffect<number, string | number>(percentage))
)

/** Tax on a net amount in minor units, rounded half up once on the total. */
export const taxOn = (net: Money.MinorUnits, rate: TaxRate): Money.MinorUnits => {
  const whole = BigInt(hundredPercent)
  return Money.MinorUnits.make(Number((BigInt(net) * BigInt(rate) * 2n + whole) / (2n * whole)))
}
