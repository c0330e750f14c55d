// The backend of the page: the server, one address a job, JSON both ways. A site without a server has another file in
// this place, with the same functions.

/** The record that answers a job, also where it is refused. Throws where there is no answer; aborted, the reason. */
export async function send(job, body, signal) {
  let response;
  try {
    response = await fetch(`api/${job}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error("the server does not answer; is cpsudoku serve still running?");
  }
  const answer = await response.json().catch(() => null);
  if (answer === null || !(response.ok || answer.message)) {
    throw new Error(`the server answered with status ${response.status}`);
  }
  return answer;
}
