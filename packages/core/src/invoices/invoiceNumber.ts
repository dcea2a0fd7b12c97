import type { BillingMonth } from "./BillingMonth.ts"

const placeholder = /\{sequence(?::([1-9]|1[0-2]))?\}/g

/** True for a form with one sequence, only known placeholders and printable ASCII characters. */
export const isNumberForm = (form: string): boolean =>
  [...form.matchAll(placeholder)].length === 1
  && /^[\x21-\x7e]+$/.test(form)
  && !/[{}]/.test(form.replaceAll(placeholder, "").replaceAll(/\{(?:year|month)\}/g, ""))

/**
 * Series of a month: the form with year and month filled in. Numbers of a series are consecutive from 1, so a form with
 * `{year}` begins again each year.
 */
export const seriesOf = (form: string, month: BillingMonth): string =>
  form.replaceAll("{year}", month.slice(0, 4)).replaceAll("{month}", month.slice(5))

/** Number at a place of a series: `numberIn("2026-{sequence:6}", 17)` is `"2026-000017"`. */
export const numberIn = (series: string, place: number): string =>
  series.replace(placeholder, (_, digits: string | undefined) => String(place).padStart(Number(digits ?? 1), "0"))
