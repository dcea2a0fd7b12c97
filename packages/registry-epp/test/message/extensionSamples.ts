import type {
  ChangeData,
  CheckExtension,
  CreateExtension,
  DomainCommand,
  EppPeriod,
  FeeAgreement,
  FeeAnswer,
  FeeCharged,
  FeeCheck,
  FeeChecked,
  FeeQuestion,
  LaunchChecked,
  LaunchCreate,
  LaunchPhase,
  ResponseExtension
} from "@namewright/registry-epp"
import { present } from "../../src/message/present.ts"
import type { SampleText } from "./SampleText.ts"

/** Commands and answers with the extensions for fees, launches, allocation tokens and changes, as the schemas allow them. */
export const extensionSamples = (draw: SampleText) => {
  const maybe = <A>(make: () => A): A | undefined => draw.maybe(make)
  const currency = (): string => draw.pick(["EUR", "USD", "JPY"])
  const period = (): EppPeriod => ({ value: 1 + draw.below(99), unit: draw.pick(units) })
  const fee = () =>
    present({
      amount: draw.amount(),
      description: maybe(() => draw.token(1, 20)),
      refundable: maybe(() => draw.chance(50)),
      gracePeriod: maybe(() => draw.pick(["P5D", "PT12H", "P1Y2M3DT4H5M6.5S"])),
      applied: maybe(() => draw.pick(application))
    })
  const credit = () => present({ amount: `-${draw.amount()}`, description: maybe(() => draw.token(1, 20)) })
  const amounts = (minimum: number) => ({ fees: draw.some(minimum, 3, fee), credits: draw.some(0, 2, credit) })
  const question = (): FeeQuestion => {
    const name = draw.pick(commandNames)
    return present({
      name,
      customName: name === "custom" ? `own-${draw.id(1, 10)}` : undefined,
      phase: maybe(() => draw.token(1, 12)),
      subphase: maybe(() => draw.token(1, 12)),
      period: maybe(period)
    })
  }
  const phase = (): LaunchPhase => present({ phase: draw.pick(phases), name: maybe(() => draw.token(1, 12)) })
  const notice = () =>
    present({
      id: draw.token(1, 27),
      validator: maybe(() => draw.token(1, 12)),
      notAfter: draw.moment(),
      acceptedOn: draw.moment()
    })
  const token = () => draw.token(1, 40)

  const feeCheck = (): FeeCheck => present({ currency: maybe(currency), commands: draw.some(1, 4, question) })
  const agreement = (): FeeAgreement => present({ currency: maybe(currency), ...amounts(1) })
  const launchCreate = (): LaunchCreate =>
    present({
      phase: phase(),
      type: maybe(() => draw.pick(launchTypes)),
      encodedSignedMarks: draw.some(0, 2, () => Buffer.from(draw.octets(1 + draw.below(60))).toString("base64")),
      notices: draw.some(0, 2, notice)
    })
  const checkExtension = (): CheckExtension =>
    present({
      fee: feeCheck(),
      launch: maybe(() => present({ type: draw.pick(checkTypes), phase: maybe(phase) })),
      allocationToken: maybe(token)
    })
  const createExtension = (): CreateExtension =>
    present({ fee: maybe(agreement), launch: launchCreate(), allocationToken: maybe(token) })
  const feeOrToken = () => present({ fee: agreement(), allocationToken: maybe(token) })

  const command = (): DomainCommand => {
    const name = draw.name()
    const authInfo = { password: draw.token(6, 16) }
    return draw.pick<() => DomainCommand>([
      () => ({ _tag: "DomainCheck", names: draw.some(1, 3, () => draw.name()), extension: checkExtension() }),
      () => ({ _tag: "DomainInfo", name, extension: { allocationToken: true } }),
      () => ({ _tag: "DomainCreate", name, contacts: [], authInfo, extension: createExtension() }),
      () => ({ _tag: "DomainUpdate", name, extension: { fee: agreement() } }),
      () => ({ _tag: "DomainRenew", name, currentExpiry: "2027-02-28", extension: feeOrToken() }),
      () => ({ _tag: "DomainTransfer", operation: "request", name, authInfo, extension: feeOrToken() })
    ])()
  }

  const feeAnswer = (): FeeAnswer =>
    present({
      ...question(),
      standard: draw.chance(50),
      ...amounts(0),
      reason: maybe(() => draw.token(1, 30))
    })
  const feeChecked = (): FeeChecked => ({
    currency: currency(),
    names: draw.some(1, 3, () =>
      present({
        id: draw.name(),
        available: draw.chance(50),
        class: maybe(() => draw.token(1, 12)),
        commands: draw.some(0, 3, feeAnswer),
        reason: maybe(() => draw.token(1, 30))
      }))
  })
  const feeCharged = (): FeeCharged =>
    present({
      command: draw.pick(chargedCommands),
      currency: maybe(currency),
      period: maybe(period),
      ...amounts(0),
      balance: maybe(() => draw.pick(["-1.5", draw.amount()])),
      creditLimit: maybe(() => draw.amount())
    })
  const launchChecked = (): LaunchChecked =>
    present({
      phase: maybe(phase),
      names: draw.some(1, 3, () => ({
        name: draw.name(),
        exists: draw.chance(50),
        claimKeys: draw.some(0, 2, () => present({ key: draw.token(1, 40), validator: maybe(() => draw.token(1, 9)) }))
      }))
    })
  const changed = (): ChangeData =>
    present({
      state: draw.pick(states),
      operation: draw.pick(["create", "update", "autoRenew", "custom"]),
      operationDetail: maybe(() => draw.token(1, 20)),
      date: draw.moment(),
      svTRID: draw.id(3, 64),
      who: draw.token(1, 60),
      caseId: maybe(() =>
        present({ id: draw.token(1, 20), type: draw.pick(caseTypes), name: maybe(() => draw.token(1, 9)) })
      ),
      reason: maybe(() => draw.token(1, 32))
    })
  const extension = (): ResponseExtension =>
    present({
      feeChecked: maybe(feeChecked),
      fee: maybe(feeCharged),
      launchChecked: maybe(launchChecked),
      allocationToken: maybe(token),
      changed: maybe(changed),
      other: []
    })

  return { command, extension, feeCheck, agreement }
}

const units = ["y", "m"] as const
const application = ["immediate", "delayed"] as const
const commandNames = ["create", "delete", "renew", "update", "transfer", "restore", "custom"] as const
const phases = ["sunrise", "landrush", "claims", "open", "custom"] as const
const launchTypes = ["application", "registration"] as const
const checkTypes = ["claims", "avail", "trademark"] as const
const chargedCommands = ["create", "renew", "transfer", "update", "delete"] as const
const states = ["before", "after"] as const
const caseTypes = ["udrp", "urs", "custom"] as const
