-- Rows of a file that have neither id nor keyword mean the product of their name.
create index product_exact_name on product ("firmId", "productName") where "removedAt" is null;
