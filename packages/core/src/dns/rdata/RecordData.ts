import { type AnyRecordType, recordTypeNumber } from "../RecordType.ts"
import type { Field } from "./Field.ts"
import type { RdataProblem } from "./RdataProblem.ts"

/** Checks of fields that are each valid. */
export interface RecordChecks<T> {
  /** Problems for which nameservers refuse the record. */
  readonly invalid?: (value: T) => ReadonlyArray<RdataProblem>
  /** Problems for which the platform refuses a record that the DNS allows. Source: REST specification, "DNS". */
  readonly refused?: (value: T) => ReadonlyArray<RdataProblem>
}

/** Definition of the data of a record type. */
export interface RecordData<T> extends Field<T>, Required<RecordChecks<T>> {
  readonly type: AnyRecordType
  /** The type's number on the wire. */
  readonly number: number
}

export const recordData = <T>(type: AnyRecordType, field: Field<T>, checks: RecordChecks<T> = {}): RecordData<T> => ({
  ...field,
  type,
  number: recordTypeNumber(type),
  invalid: checks.invalid ?? nothing,
  refused: checks.refused ?? nothing
})

const nothing = () => []
