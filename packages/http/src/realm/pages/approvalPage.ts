import type { ApprovalDetails } from "@namewright/core/approvals"
import { Money } from "@namewright/core/shared"
import { riskWords } from "../../approvals/Safety.ts"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import { visibleText } from "../../shared/plainText.ts"
import type { ProgramFacts } from "../ConnectedPrograms.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { doneNote, form, layout, problemNote } from "./layout.ts"
import { addressesText, lastUseText, momentText } from "./programTexts.ts"

export interface ApprovalView {
  readonly approval: ApprovalDetails
  readonly program: ProgramFacts
  /** Person of the program. */
  readonly asker: string
  readonly person: string
  readonly token: string
  readonly signOut: HtmlValue
  readonly problem?: string | undefined
}

const asText = (value: unknown): string => visibleText(typeof value === "string" ? value : JSON.stringify(value) ?? "")

/** Table of changes. Cells have labels for narrow screens, which show no column heads. */
const changeTable = ({ changes }: ApprovalDetails): HtmlValue =>
  changes.length > 0 && html`<h2>What changes</h2>
<table class="stacked"><thead><tr><th scope="col">Member</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead>
<tbody>${
    changes.map(({ after, before, field }) =>
      html`<tr><th scope="row">${visibleText(field)}</th><td data-label="Now">${
        asText(before)
      }</td><td data-label="Then">${asText(after)}</td></tr>`
    )
  }</tbody></table>`

const lineList = (lines: ReadonlyArray<string>): HtmlValue =>
  lines.length > 0 && html`<ul class="lines">${lines.map((line) => html`<li>${visibleText(line)}</li>`)}</ul>`

/** All lines, collapsed, if the lines above only count. */
const contentsOf = ({ contents }: ApprovalDetails): HtmlValue =>
  contents.length > 0 && html`<details><summary>Show everything that is sent (${contents.length} lines)</summary>
${lineList(contents)}</details>`

const outcomeOf = ({ decision, state }: ApprovalDetails): string | undefined => {
  if (state === "consumed") return "The call has been made. The decision is final."
  if (state === "expired") return "The question has expired; nothing was done. The program can ask again."
  if (decision === "approved") return "It has been approved. The program can make the call once."
  return decision === "declined" ? "It has been declined. You can still change your decision." : undefined
}

const costOf = ({ cost }: ApprovalDetails): string | undefined =>
  cost === null ? undefined : `${Money.toDecimal(cost.amount)} ${cost.currency}`

/** Damage that the call can cause, in words; empty if none. */
const dangerOf = ({ safety: { access, destructive } }: ApprovalDetails): string =>
  [...(destructive ? ["delete or transfer"] : []), ...(access ? ["grant access"] : [])].join(" and ")

/** Button with the price, and with a warning style if data can be lost or access granted. */
const approveButton = (approval: ApprovalDetails): HtmlValue => {
  const cost = costOf(approval)
  const danger = dangerOf(approval)
  const spends = cost === undefined ? "" : ` for ${cost}`
  return danger === ""
    ? html`<button name="decision" value="approve">Approve${spends}</button>`
    : html`<button class="danger" name="decision" value="approve">Approve${spends}, although it can ${danger}</button>`
}

const decisionForm = (urls: RealmUrls, { approval, token }: ApprovalView): HtmlValue =>
  approval.state === "challenged" && form({
    action: `${urls.path}/approvals/${approval.approval_id}`,
    token,
    content: html`<p class="field"><label for="note">Note (kept with your decision)</label>
<textarea id="note" name="note" rows="2" maxlength="1000"></textarea></p>
<p class="actions">${approveButton(approval)}
<button class="other" name="decision" value="decline">Decline</button></p>`
  })

/** First line of the message; the page shows the others in separate parts. */
const headline = ({ message }: ApprovalDetails): string => visibleText(message.split("\n")[0] ?? "")

/** Page on which a person decides about a call of a program. */
export const approvalPage = (urls: RealmUrls, view: ApprovalView): string => {
  const { approval, asker, person, problem, program, signOut } = view
  return layout(urls, {
    title: approval.state === "challenged" ? "Approve this?" : "An approval",
    content: [
      problemNote(problem),
      doneNote(outcomeOf(approval)),
      html`<p class="headline">${headline(approval)}</p>`,
      html`<dl><dt>Operation</dt><dd>${approval.operation_id}</dd>
<dt>Risk</dt><dd${dangerOf(approval) !== "" && html` class="risk"`}>${riskWords(approval.safety)}</dd>
<dt>Cost</dt><dd>${costOf(approval) ?? "nothing"}</dd>
<dt>Program</dt><dd>${program.name}</dd>
<dt>Its address</dt><dd>${addressesText(program)}</dd>
<dt>Program id</dt><dd>${program.client_id}</dd>
<dt>Last used</dt><dd>${lastUseText(program)}</dd>
<dt>Works for</dt><dd>${asker}</dd>
<dt>Until</dt><dd>${momentText(approval.expires_on)}</dd></dl>`,
      approval.summary.length > 0 && html`<h2>Request</h2>`,
      lineList(approval.summary),
      contentsOf(approval),
      changeTable(approval),
      decisionForm(urls, view)
    ],
    signedInAs: { name: person, signOut }
  })
}
