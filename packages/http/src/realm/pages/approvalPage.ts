import type { ApprovalDetails } from "@namewright/core/approvals"
import type { MailLocale } from "@namewright/core/mail"
import { Money } from "@namewright/core/shared"
import { riskNames } from "../../approvals/Safety.ts"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import { visibleText } from "../../shared/plainText.ts"
import type { ProgramFacts } from "../ConnectedPrograms.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { addressesText, lastUseText, momentText } from "./factTexts.ts"
import { doneNote, form, layout, problemNote } from "./layout.ts"
import { approvalTexts, type Danger } from "./texts/approvalTexts.ts"

export interface ApprovalView {
  readonly locale: MailLocale
  readonly approval: ApprovalDetails
  readonly program: ProgramFacts
  /** Person of the program. */
  readonly asker: string
  readonly person: string
  readonly token: string
  readonly signOut: HtmlValue
  /** True if the decision was submitted after the end of the question. */
  readonly isLate: boolean
}

const asText = (value: unknown): string => visibleText(typeof value === "string" ? value : JSON.stringify(value) ?? "")

/** Table of changes. Cells have labels for narrow screens, which show no column heads. */
const changeTable = ({ approval: { changes }, locale }: ApprovalView): HtmlValue => {
  const words = approvalTexts[locale]
  return changes.length > 0 && html`<h2>${words.changes}</h2>
<table class="stacked"><thead><tr><th scope="col">${words.member}</th><th scope="col">${words.before}</th><th scope="col">${words.after}</th></tr></thead>
<tbody>${
    changes.map(({ after, before, field }) =>
      html`<tr><th scope="row">${visibleText(field)}</th><td data-label="${words.before}">${
        asText(before)
      }</td><td data-label="${words.after}">${asText(after)}</td></tr>`
    )
  }</tbody></table>`
}

const lineList = (lines: ReadonlyArray<string>): HtmlValue =>
  lines.length > 0 && html`<ul class="lines">${lines.map((line) => html`<li>${visibleText(line)}</li>`)}</ul>`

/** All lines, collapsed, if the lines above only count. */
const contentsOf = ({ approval: { contents }, locale }: ApprovalView): HtmlValue =>
  contents.length > 0 &&
  html`<details><summary>${approvalTexts[locale].everything(contents.length)}</summary>
${lineList(contents)}</details>`

const outcomeOf = ({ approval: { decision, state }, locale }: ApprovalView): string | undefined => {
  const words = approvalTexts[locale]
  if (state === "consumed" || state === "expired") return words[state]
  return decision === "approved" || decision === "declined" ? words[decision] : undefined
}

const costOf = ({ cost }: ApprovalDetails): string | undefined =>
  cost === null ? undefined : `${Money.toDecimal(cost.amount)} ${cost.currency}`

/** Damage that the call can cause. */
const dangersOf = ({ safety }: ApprovalDetails): ReadonlyArray<Danger> =>
  riskNames(safety).filter((name) => name === "destroys" || name === "grants")

/** Button with the price, and with a warning style if data can be lost or access granted. */
const approveButton = ({ approval, locale }: ApprovalView): HtmlValue => {
  const dangers = dangersOf(approval)
  return html`<button${dangers.length > 0 && html` class="danger"`} name="decision" value="approve">${
    approvalTexts[locale].approve(costOf(approval), dangers)
  }</button>`
}

const decisionForm = (urls: RealmUrls, view: ApprovalView): HtmlValue => {
  const { approval, locale, token } = view
  const words = approvalTexts[locale]
  return approval.state === "challenged" && form({
    action: `${urls.path}/approvals/${approval.approval_id}`,
    token,
    content: html`<p class="field"><label for="note">${words.note}</label>
<textarea id="note" name="note" rows="2" maxlength="1000"></textarea></p>
<p class="actions">${approveButton(view)}
<button class="other" name="decision" value="decline">${words.decline}</button></p>`
  })
}

/** First line of the message; the page shows the others in separate parts. */
const headline = ({ message }: ApprovalDetails): string => visibleText(message.split("\n")[0] ?? "")

/** Page on which a person decides about a call of a program. */
export const approvalPage = (urls: RealmUrls, view: ApprovalView): string => {
  const { approval, asker, isLate, locale, person, program, signOut } = view
  const words = approvalTexts[locale]
  return layout(urls, {
    locale,
    title: approval.state === "challenged" ? words.title : words.decidedTitle,
    content: [
      isLate && problemNote(words.late),
      doneNote(outcomeOf(view)),
      html`<p class="headline">${headline(approval)}</p>`,
      html`<dl><dt>${words.operation}</dt><dd>${approval.operation_id}</dd>
<dt>${words.risk}</dt><dd${dangersOf(approval).length > 0 && html` class="risk"`}>${
        riskNames(approval.safety).map((name) => words.risks[name]).join(", ")
      }</dd>
<dt>${words.cost}</dt><dd>${costOf(approval) ?? words.noCost}</dd>
<dt>${words.program}</dt><dd>${program.name}</dd>
<dt>${words.address}</dt><dd>${addressesText(locale, program)}</dd>
<dt>${words.id}</dt><dd>${program.client_id}</dd>
<dt>${words.used}</dt><dd>${lastUseText(locale, program)}</dd>
<dt>${words.person}</dt><dd>${asker}</dd>
<dt>${words.until}</dt><dd>${momentText(approval.expires_on)}</dd></dl>`,
      approval.summary.length > 0 && html`<h2>${words.request}</h2>`,
      lineList(approval.summary),
      contentsOf(view),
      changeTable(view),
      decisionForm(urls, view)
    ],
    signedInAs: { name: person, signOut }
  })
}
