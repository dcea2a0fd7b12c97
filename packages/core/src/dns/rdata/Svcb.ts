import type { DnsName } from "../DnsName.ts"
import { fields } from "./Field.ts"
import { uint16 } from "./field/Integer.ts"
import { nameFieldAsWritten } from "./field/Name.ts"
import { flaw } from "./RdataProblem.ts"
import { recordData } from "./RecordData.ts"
import { type SvcParam, svcParamName } from "./SvcParam.ts"
import { svcParamFlaws, svcParams } from "./SvcParams.ts"
import { svcParamValue } from "./SvcParamValue.ts"
import { targetFlaws } from "./TargetChecks.ts"

export interface Svcb {
  /** 0 makes the record an alias. */
  readonly priority: number
  /** The root means the owner itself; in an alias, that there is no service. */
  readonly target: DnsName
  /** In the order of their keys. */
  readonly params: ReadonlyArray<SvcParam>
}

/** Data of SVCB and HTTPS (RFC 9460, section 2). */
export const serviceBinding = (type: "SVCB" | "HTTPS") =>
  recordData(type, fields<Svcb>({ priority: uint16, target: nameFieldAsWritten, params: svcParams }), {
    invalid: ({ params }) => svcParamFlaws(params),
    refused: ({ params, priority, target }) => [
      ...targetFlaws("target", target),
      ...(priority === 0 && params.length > 0
        ? [flaw("svcb_alias_params", "params", "An alias (priority 0) has no parameters")]
        : []),
      ...params.filter(({ key, value }) => svcParamValue(key).isMeaningful?.(value) === false).map(({ key }) =>
        flaw(
          "svcb_value",
          svcParamName(key),
          `The value of ${svcParamName(key)} must be ${svcParamValue(key).expected}`
        )
      )
    ]
  })

/** Service binding (RFC 9460). */
export const svcb = serviceBinding("SVCB")
