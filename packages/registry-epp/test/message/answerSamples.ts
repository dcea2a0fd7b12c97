import type { EppQueue, EppResponse, EppResult } from "../../src/message/EppResponse.ts"
import { present } from "../../src/message/present.ts"
import type { MaintenanceData, PendingActionData, ResponseData } from "../../src/message/ResponseData.ts"
import type { ResponseExtension } from "../../src/message/ResponseExtension.ts"
import { domainSamples } from "./domainSamples.ts"
import { samples } from "./Samples.ts"
import type { SampleText } from "./SampleText.ts"
import { sessionSamples } from "./sessionSamples.ts"

const graceStatuses = ["addPeriod", "renewPeriod", "redemptionPeriod", "pendingDelete"] as const

/** Answers to commands, as the schemas allow them. */
export const answerSamples = (draw: SampleText) => {
  const { clientId, foreign, label, maybe, moment, some, status, text, transactionId, tree } = samples(draw)
  const { data: domainData, secDNS } = domainSamples(draw)
  const { securityEvent } = sessionSamples(draw)

  const result = (): EppResult => ({
    code: draw.pick([1000, 1001, 1300, 1301, 1500, 2000, 2001, 2303, 2306, 2400, 2500]),
    message: text(),
    values: some(0, 2, foreign),
    reasons: some(0, 2, () => ({ value: foreign(), reason: text() }))
  })
  const queue = (): EppQueue =>
    present({ count: draw.below(1000), id: text(), date: maybe(moment), message: maybe(text) })
  const pendingAction = (): PendingActionData => {
    const object = draw.pick(["domain", "contact", "host"] as const)
    return present({
      _tag: "PendingActionData",
      object,
      id: object === "contact" ? clientId() : label(),
      accepted: draw.chance(50),
      clTRID: maybe(transactionId),
      svTRID: transactionId(),
      date: moment()
    })
  }
  const impact = () => draw.pick(["none", "partial", "full"] as const)
  const maintenance = (): MaintenanceData =>
    present({
      _tag: "MaintenanceData",
      id: text(),
      name: maybe(text),
      pollType: maybe(() => draw.pick(["create", "update", "delete", "courtesy", "end"] as const)),
      systems: some(1, 3, () => present({ name: text(), host: maybe(label), impact: impact() })),
      environment: present({
        type: draw.pick(["production", "ote", "staging", "dev", "custom"] as const),
        name: maybe(text)
      }),
      start: moment(),
      end: moment(),
      reason: draw.pick(["planned", "emergency"] as const),
      detail: maybe(() => "https://www.registry.example/notice?123"),
      description: maybe(text),
      tlds: some(0, 2, label),
      createdOn: moment(),
      updatedOn: maybe(moment)
    })
  const data = (): ResponseData =>
    draw.pick<() => ResponseData>([
      domainData,
      domainData,
      domainData,
      pendingAction,
      maintenance,
      () => ({ _tag: "UnknownData", element: tree() })
    ])()
  const extension = (): ResponseExtension =>
    present({
      secDNS: maybe(secDNS),
      rgp: maybe(() => some(1, 4, () => status(graceStatuses))),
      loginSecurity: maybe(() => some(1, 3, securityEvent)),
      other: some(0, 2, tree)
    })

  return {
    data,
    response: (): EppResponse =>
      present({
        _tag: "Response",
        results: [result(), ...some(0, 2, result)],
        queue: maybe(queue),
        data: maybe(data),
        extension: extension(),
        clTRID: maybe(transactionId),
        svTRID: transactionId()
      })
  }
}
