import { base64Binary, dateTime, enumeration, type SimpleType, token } from "../../xml/SimpleType.ts"
import { optionalAttribute, StrictContent, valueOf } from "../../xml/StrictContent.ts"
import { trimmed, withoutSpace } from "../../xml/whiteSpace.ts"
import { element, textElement } from "../../xml/writeXml.ts"
import { child, childrenOf, type XmlElement } from "../../xml/XmlElement.ts"
import type { LaunchCheck, LaunchCreate, LaunchNotice, LaunchPhase } from "../CommandExtension.ts"
import { CommandRefused } from "../CommandProblem.ts"
import { EppUri } from "../EppUri.ts"
import { present } from "../present.ts"
import type { LaunchChecked, ResponseExtension } from "../ResponseExtension.ts"
import { requiredFlag, UnreadablePart } from "../UnreadablePart.ts"

const signedMark = "urn:ietf:params:xml:ns:signedMark-1.0"

/** `launch:check` (RFC 8334, section 3.1). */
export const writeLaunchCheck = ({ phase, type }: LaunchCheck): string => mapped("check", writePhase(phase), type)

/** `launch:create` (RFC 8334, section 3.3). */
export const writeLaunchCreate = ({ encodedSignedMarks, notices, phase, type }: LaunchCreate): string =>
  mapped(
    "create",
    writePhase(phase)
      + encodedSignedMarks.map((mark) =>
        textElement("smd:encodedSignedMark", withoutSpace(mark), { "xmlns:smd": signedMark })
      ).join("")
      + notices.map(writeNotice).join(""),
    type
  )

/** `launch:chkData` (RFC 8334, section 3.1.3). */
export const writeLaunchChecked = ({ names, phase }: LaunchChecked): string =>
  mapped(
    "chkData",
    writePhase(phase)
      + names.map(({ claimKeys, exists, name }) =>
        element(
          "launch:cd",
          textElement("launch:name", name, { exists: exists ? 1 : 0 })
            + claimKeys.map(({ key, validator }) => textElement("launch:claimKey", key, { validatorID: validator }))
              .join("")
        )
      ).join("")
  )

const mapped = (name: string, content: string, type?: string): string =>
  element(`launch:${name}`, content, { "xmlns:launch": EppUri.launch, type })

const writePhase = (phase: LaunchPhase | undefined): string =>
  phase === undefined ? "" : textElement("launch:phase", phase.phase, { name: phase.name })

const writeNotice = ({ acceptedOn, id, notAfter, validator }: LaunchNotice): string =>
  element(
    "launch:notice",
    textElement("launch:noticeID", id, { validatorID: validator }) + textElement("launch:notAfter", notAfter)
      + textElement("launch:acceptedDate", acceptedOn)
  )

const phaseName = enumeration("sunrise", "landrush", "claims", "open", "custom")

/** Reads `launch:check` strictly by its schema. */
export const readLaunchCheck = (check: XmlElement): LaunchCheck => {
  const content = new StrictContent(check, ["type"])
  const phase = content.optional("phase")
  content.end()
  return present({
    type: optionalAttribute(check, "type", enumeration("claims", "avail", "trademark")) ?? "claims",
    phase: phase && strictPhase(phase)
  })
}

/**
 * Reads `launch:create` strictly by its schema. Only encoded signed marks are supported, which trademark holders
 * receive (2102 for others).
 */
export const readLaunchCreate = (create: XmlElement): LaunchCreate => {
  const content = new StrictContent(create, ["type"])
  const phase = strictPhase(content.required("phase"))
  const encodedSignedMarks = strictMarks(content)
  const notices = content.many("notice", 0).map(strictNotice)
  content.end()
  const type = optionalAttribute(create, "type", enumeration("application", "registration"))
  return present({ phase, type, encodedSignedMarks, notices })
}

const strictPhase = (phase: XmlElement): LaunchPhase =>
  present({ phase: valueOf(phase, phaseName, ["name"]), name: optionalAttribute(phase, "name", token()) })

const strictMarks = (content: StrictContent): ReadonlyArray<string> => {
  const marks: Array<string> = []
  for (;;) {
    const mark = content.optional("encodedSignedMark", signedMark)
    if (mark === undefined) break
    optionalAttribute(mark, "encoding", enumeration("base64"))
    marks.push(valueOf(mark, octets, ["encoding"]))
  }
  const next = content.peek()
  if (next?.name === "codeMark" || next?.namespace === signedMark) {
    throw new CommandRefused(2102, "Marks are taken in encoded form only", next)
  }
  return marks
}

const octets: SimpleType<string> = (text) => base64Binary(text) || undefined

const strictNotice = (notice: XmlElement): LaunchNotice => {
  const content = new StrictContent(notice)
  const noticeId = content.required("noticeID")
  const notAfter = content.requiredValue("notAfter", dateTime)
  const acceptedOn = content.requiredValue("acceptedDate", dateTime)
  content.end()
  return present({
    id: valueOf(noticeId, token(1), ["validatorID"]),
    validator: optionalAttribute(noticeId, "validatorID", token(1)),
    notAfter,
    acceptedOn
  })
}

/** Reads `launch:chkData` of a response; undefined for another element. Throws `UnreadablePart`. */
export const readLaunchChecked = (data: XmlElement): Pick<ResponseExtension, "launchChecked"> | undefined => {
  if (data.name !== "chkData") return undefined
  const phase = child(data, "phase")
  const name = phase && phaseName(phase.text)
  return {
    launchChecked: present({
      phase: name && present({ phase: name, name: phase.attributes["name"] }),
      names: childrenOf(data, "cd").map(readName)
    })
  }
}

const readName = (answer: XmlElement): LaunchChecked["names"][number] => {
  const name = child(answer, "name")
  if (name === undefined) throw new UnreadablePart("cd lacks name")
  return {
    name: trimmed(name.text),
    exists: requiredFlag(name, "exists"),
    claimKeys: childrenOf(answer, "claimKey").map((key) =>
      present({ key: trimmed(key.text), validator: key.attributes["validatorID"] })
    )
  }
}
