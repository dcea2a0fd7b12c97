import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import type { ListedSignIn } from "../SignIns.ts"
import { momentText } from "./factTexts.ts"
import { doneNote, form, layout } from "./layout.ts"
import { sessionTexts } from "./texts/sessionTexts.ts"

/** Names of browsers and systems in a `User-Agent`; the first that occurs counts. */
const browsers = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], [
  "Safari/",
  "Safari"
]] as const
const systems = [["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Windows", "Windows"], [
  "Mac OS",
  "macOS"
], ["Linux", "Linux"]] as const

/** Browser and system, such as `Firefox, Windows`; the `User-Agent` itself if neither is known. */
export const browserText = (user_agent: string, unknown: string): string => {
  const names = [browsers, systems].flatMap((list) => {
    const name = list.find(([part]) => user_agent.includes(part))?.[1]
    return name === undefined ? [] : [name]
  })
  return names.length > 0 ? names.join(", ") : user_agent === "" ? unknown : user_agent.slice(0, 80)
}

export interface SessionsView {
  readonly sessions: ReadonlyArray<ListedSignIn>
  /** Session of the browser that sees the page. */
  readonly current: string
  readonly formToken: string
  readonly person: string
  readonly signOut: HtmlValue
  /** True if sessions have just been ended. */
  readonly isDone: boolean
}

/** Page with the browsers in which a person is signed in. */
export const sessionsPage = (urls: RealmUrls, locale: MailLocale, view: SessionsView): string => {
  const words = sessionTexts[locale]
  const action = `${urls.path}/account/sessions`
  const item = ({ address, last_used_on, session_id, signed_in_on, user_agent }: ListedSignIn): HtmlValue =>
    html`<li><h3>${browserText(user_agent, words.unknown)}</h3>
<dl><dt>${words.address}</dt><dd>${address ?? "-"}</dd>
<dt>${words.since}</dt><dd>${momentText(signed_in_on)}</dd>
<dt>${words.lastUse}</dt><dd>${momentText(last_used_on)}</dd></dl>
${
      session_id === view.current
        ? html`<p><strong>${words.current}</strong></p>`
        : form({
          action: `${action}/end`,
          token: view.formToken,
          content: html`<input type="hidden" name="session" value="${session_id}">
<button class="other">${words.end}</button>`
        })
    }</li>`
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      html`<p>${words.intro}</p>`,
      view.isDone && doneNote(words.done),
      html`<ul class="programs">${view.sessions.map(item)}</ul>`,
      view.sessions.length > 1 && form({
        action: `${action}/end-others`,
        token: view.formToken,
        content: html`<p class="actions"><button>${words.endOthers}</button></p>`
      }),
      html`<p><a href="${urls.path}/account">${words.back}</a></p>`
    ],
    signedInAs: { name: view.person, signOut: view.signOut }
  })
}
