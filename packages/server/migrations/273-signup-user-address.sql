-- Who unsubscribes is found by the address: all sign-ups of it get no more letters.
create index signup_user_address on "signupUser" ("firmId", email);
