/** Maximum size of a registrar's answer. A page of 5,000 domains has less than 3 MB. */
const answerBytes = 16 * 1024 * 1024

/** Text of a registrar's answer. Throws once it has more than 16 MiB, without reading the rest. */
export const answerText = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ""
  // Leaving the loop cancels the transfer.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > answerBytes) throw new Error("The registrar returned an answer that is too long")
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
