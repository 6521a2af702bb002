-- Money by the day it came in and the day it went back.
create index payment_paid on payment ("firmId", "paidAt") where state = 'paid';
create index refund_done on refund ("firmId", "doneAt") where state = 'done';
