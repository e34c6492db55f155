import { expect, test } from "vitest";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

test("tells the user that everything is done for, the same each time and another for each user", async () => {
  const truth = await openTestTruth();
  const answer = await truth.ask("get_authenticated_user");
  expect(answer).toEqual({
    user_id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    authenticated: true,
  });
  expect(await truth.ask("get_authenticated_user")).toEqual(answer);
  expect((await truth.ask("get_authenticated_user", {}, { user: "ada" })).user_id).not.toBe(answer.user_id);
});

test("refuses arguments it does not have", async () => {
  const truth = await openTestTruth();
  expect(await truth.ask("get_authenticated_user", { user_id: "x" })).toMatchObject({
    error: { code: "VALIDATION_ERROR" },
  });
});
