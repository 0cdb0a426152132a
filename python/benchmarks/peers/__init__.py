"""The rows of each library, a module for each: functions that make a work ready to be measured."""
