import type {
  CreateExtension,
  EppDsData,
  EppKeyData,
  RgpRestore,
  SecDnsData,
  SecDnsUpdate,
  UpdateExtension
} from "../../src/message/CommandExtension.ts"
import type { DomainCommand, EppContactLink, EppDomainParts, EppNameservers } from "../../src/message/DomainCommand.ts"
import type { EppPeriod } from "../../src/message/EppPeriod.ts"
import { present } from "../../src/message/present.ts"
import type { ResponseData } from "../../src/message/ResponseData.ts"
import { samples } from "./Samples.ts"
import type { SampleText } from "./SampleText.ts"

const statusNames = ["clientHold", "clientUpdateProhibited", "serverHold", "ok", "pendingTransfer", "inactive"] as const
export const domainTags = [
  "DomainCheck",
  "DomainInfo",
  "DomainCreate",
  "DomainUpdate",
  "DomainRenew",
  "DomainTransfer",
  "DomainDelete"
] as const
const operations = ["request", "query", "approve", "reject", "cancel"] as const

/** Commands and answers about domains as the schemas allow them, without the extensions for fees and launches. */
export const domainSamples = (draw: SampleText) => {
  const { address, authInfo, clientId, label, maybe, moment, password, reason, roid, some, status, text } = samples(
    draw
  )
  const period = (): EppPeriod => ({ value: 1 + draw.below(99), unit: draw.pick(["y", "m"]) })
  const link = (): EppContactLink => ({ type: draw.pick(["admin", "billing", "tech"]), id: clientId() })
  const nameservers = (): EppNameservers =>
    draw.chance(50)
      ? { form: "objects", hosts: some(1, 13, label) }
      : { form: "attributes", hosts: some(1, 3, () => ({ name: label(), addresses: some(0, 3, address) })) }

  const key = (): EppKeyData => ({
    flags: draw.below(65_536),
    protocol: draw.below(256),
    algorithm: draw.below(256),
    publicKey: Buffer.from(draw.octets(1 + draw.below(40))).toString("base64")
  })
  const ds = (): EppDsData =>
    present({
      keyTag: draw.below(65_536),
      algorithm: draw.below(256),
      digestType: draw.below(256),
      digest: Buffer.from(draw.octets(32)).toString("hex").toUpperCase(),
      key: maybe(key)
    })
  const dsOrKeys = (): SecDnsData =>
    draw.chance(50) ? { form: "ds", records: some(1, 4, ds) } : { form: "key", records: some(1, 4, key) }
  const secDNS = (): SecDnsData =>
    present({ ...dsOrKeys(), maximumSignatureLife: maybe(() => 1 + draw.below(10_000_000)) })
  const secDnsUpdate = (): SecDnsUpdate =>
    present({
      urgent: maybe(() => draw.chance(50)),
      remove: maybe(() => draw.chance(30) ? "all" : dsOrKeys()),
      add: maybe(secDNS),
      maximumSignatureLife: maybe(() => 1 + draw.below(10_000_000))
    })
  const restore = (): RgpRestore =>
    draw.chance(50) ? { operation: "request" } : {
      operation: "report",
      report: present({
        before: text(),
        after: password(),
        deletedOn: moment(),
        restoredOn: moment(),
        reason: text(),
        statements: some(1, 2, text),
        other: maybe(text)
      })
    }

  /** At least one part, as an element without any would be left out. */
  const parts = (): EppDomainParts =>
    present({
      nameservers: maybe(nameservers),
      contacts: some(0, 3, link),
      statuses: some(1, 11, () => status(statusNames))
    })
  const createExtension = (): CreateExtension => ({ secDNS: secDNS() })
  const updateExtension = (): UpdateExtension =>
    draw.chance(50) ? present({ secDNS: secDnsUpdate(), rgp: maybe(restore) }) : { rgp: restore() }

  const makers: Readonly<Record<DomainCommand["_tag"], () => DomainCommand>> = {
    DomainCheck: () => ({ _tag: "DomainCheck", names: some(1, 20, label) }),
    DomainInfo: () =>
      present({
        _tag: "DomainInfo",
        name: label(),
        hosts: maybe(() => draw.pick(["all", "del", "none", "sub"] as const)),
        authInfo: maybe(authInfo)
      }),
    DomainCreate: () =>
      present({
        _tag: "DomainCreate",
        name: label(),
        period: maybe(period),
        nameservers: maybe(nameservers),
        registrant: maybe(clientId),
        contacts: some(0, 4, link),
        authInfo: authInfo(),
        extension: maybe(createExtension)
      }),
    DomainUpdate: () =>
      present({
        _tag: "DomainUpdate",
        name: label(),
        add: maybe(parts),
        remove: maybe(parts),
        change: maybe(() =>
          draw.chance(50)
            ? present({ registrant: draw.pick(["", clientId()]), authInfo: maybe(authInfo) })
            : { authInfo: null }
        ),
        extension: maybe(updateExtension)
      }),
    DomainRenew: () =>
      present({ _tag: "DomainRenew", name: label(), currentExpiry: "2028-02-29", period: maybe(period) }),
    DomainTransfer: () =>
      present({
        _tag: "DomainTransfer",
        operation: draw.pick(operations),
        name: label(),
        period: maybe(period),
        authInfo: maybe(authInfo)
      }),
    DomainDelete: () => ({ _tag: "DomainDelete", name: label() })
  }

  const history = () => ({
    sponsor: clientId(),
    creator: maybe(clientId),
    createdOn: maybe(moment),
    updater: maybe(clientId),
    updatedOn: maybe(moment),
    transferredOn: maybe(moment)
  })
  const answers: readonly [() => ResponseData, ...ReadonlyArray<() => ResponseData>] = [
    () => ({
      _tag: "DomainChecked",
      names: some(1, 20, () => present({ id: label(), available: draw.chance(50), reason: maybe(reason) }))
    }),
    () =>
      present({
        _tag: "DomainData",
        name: label(),
        roid: roid(),
        statuses: some(0, 11, () => status(statusNames)),
        registrant: maybe(clientId),
        contacts: some(0, 4, link),
        nameservers: maybe(nameservers),
        subordinateHosts: some(0, 4, label),
        ...history(),
        expiresOn: maybe(moment),
        authInfo: maybe(authInfo)
      }),
    () => present({ _tag: "DomainCreatedData", name: label(), createdOn: moment(), expiresOn: maybe(moment) }),
    () => present({ _tag: "DomainRenewedData", name: label(), expiresOn: maybe(moment) }),
    () =>
      present({
        _tag: "DomainTransferData",
        name: label(),
        status: draw.pick(["pending", "clientApproved", "serverCancelled"]),
        requester: clientId(),
        requestedOn: moment(),
        actor: clientId(),
        actsOn: moment(),
        expiresOn: maybe(moment)
      })
  ]

  return {
    secDNS,
    command: (tag: DomainCommand["_tag"]): DomainCommand => makers[tag](),
    data: (): ResponseData => draw.pick(answers)()
  }
}
