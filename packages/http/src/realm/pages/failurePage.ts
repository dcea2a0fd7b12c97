import { html } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { layout } from "./layout.ts"

/** Advice for a person, by the error code of a failure. */
const advice: Readonly<Record<string, string>> = {
  session_not_found: "This page has expired, or was opened in another browser. Go back to the program and begin again.",
  invalid_request: "The program has sent an invalid request. Nothing was allowed.",
  invalid_client: "The program is not registered, or no longer. Let it register again.",
  invalid_redirect_uri: "The program has sent a redirect address that it did not register. Nothing was allowed.",
  server_error: "The platform could not answer. Try again in a moment."
}

/** Page for a failure of the provider. The code and the description are for developers of the program. */
export const failurePage =
  (urls: RealmUrls) =>
  ({ error, error_description }: { readonly error: string; readonly error_description?: string | undefined }): string =>
    layout(urls, {
      title: "This did not work",
      content: [
        html`<p role="alert">${advice[error] ?? "Go back to the program and begin again. Nothing was allowed."}</p>`,
        html`<p class="quiet">${error}${error_description !== undefined && html`: ${error_description}`}</p>`
      ]
    })

/** Page with one message. */
export const messagePage = (urls: RealmUrls, title: string, text: string): string =>
  layout(urls, { title, content: html`<p role="alert">${text}</p>` })
