-- How many of the answers to an order by comment stand in the room's log.
alter table "commentOrder" rename column told to "loggedAnswers";
alter table "order" rename column "purchaseToldAt" to "purchaseTrackedAt";
