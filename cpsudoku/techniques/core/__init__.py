"""What techniques share: candidates of the classic board and of any, the record of a deduction, a search of a rung."""
